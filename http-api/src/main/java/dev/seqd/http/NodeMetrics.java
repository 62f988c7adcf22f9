package dev.seqd.http;

import dev.seqd.allocator.AllocatorCounts;
import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.binder.jvm.JvmGcMetrics;
import io.micrometer.core.instrument.binder.jvm.JvmMemoryMetrics;
import io.micrometer.core.instrument.binder.jvm.JvmThreadMetrics;
import io.micrometer.prometheusmetrics.PrometheusConfig;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.BooleanSupplier;

/** A node's metrics, published in the text format of Prometheus. Thread-safe; who makes it closes it. */
final class NodeMetrics implements AutoCloseable {
    private final PrometheusMeterRegistry registry = new PrometheusMeterRegistry(PrometheusConfig.DEFAULT);
    private final JvmGcMetrics gc = new JvmGcMetrics();

    NodeMetrics(AllocatorCounts allocator, NodeCounts node, BooleanSupplier databaseDoubted) {
        count("seqd.journal.writes", allocator.journalWrites(), "Events committed to the journal by this node");
        count("seqd.values.raised", allocator.valuesRaised(), "Values that committed raises covered");
        count("seqd.values.granted", node.valuesGranted(), "Values given to callers");
        count("seqd.blocks.granted", node.blocksGranted(), "Blocks given to callers, single values included");
        count("seqd.reserve.values.burnt", allocator.valuesBurnt(), "Values of reserves that will never be given out");
        count("seqd.lease.values.burnt", node.valuesBurnt(), "Values of leases that will never be given out");
        count("seqd.lease.failures", node.leaseFailures(), "Requests to counters' owners that failed");
        count("seqd.http.slow.connections", node.slowConnections(), "Connections cut because they were too slow");
        count("seqd.raises.unknown", allocator.unknownRaises(), "Raises of unknown outcome; their ranges are burnt");
        count("seqd.fence.rejections", allocator.fenceRejections(), "Writes refused because another node wrote first");
        count("seqd.high.water.regressions", allocator.regressions(), "Marks moved past values the journal had lost");
        count("seqd.stand.ins", allocator.standIns(), "Times this node stood in for an owner that did not answer");
        count("seqd.corruptions", allocator.corruptions(), "Journals found that do not prove their mark");
        count("seqd.database.losses", allocator.databaseLosses(), "Times the database was found to have lost commits");
        count("seqd.events.compacted", allocator.eventsCompacted(), "Old events that this node deleted");
        gauge("seqd.counters", allocator.counters(), "Counters in the memory of this node");
        gauge("seqd.recoveries.waiting", allocator.recoveriesWaiting(), "Counters that wait for their turn to recover");
        gauge("seqd.leases", node.leases(), "Counters that this node holds a lease of");
        Gauge.builder("seqd.database.doubted", () -> databaseDoubted.getAsBoolean() ? 1 : 0)
                .description("1 while nothing is handed out because of commits that nobody can account for")
                .register(registry);
        new JvmMemoryMetrics().bindTo(registry);
        new JvmThreadMetrics().bindTo(registry);
        gc.bindTo(registry);
    }

    private void count(String name, LongAdder adder, String description) {
        FunctionCounter.builder(name, adder, LongAdder::sum)
                .description(description)
                .register(registry);
    }

    private void gauge(String name, LongAdder adder, String description) {
        Gauge.builder(name, adder, LongAdder::sum).description(description).register(registry);
    }

    /** All of it, as text. */
    String scrape() {
        return registry.scrape();
    }

    @Override
    public void close() {
        gc.close();
        registry.close();
    }
}
