package dev.seqd.allocator;

import dev.seqd.core.SequenceName;
import dev.seqd.core.Ticker;
import dev.seqd.database.Database;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.pekko.actor.typed.ActorRef;
import org.apache.pekko.actor.typed.ActorSystem;
import org.apache.pekko.actor.typed.Props;
import org.apache.pekko.actor.typed.javadsl.AskPattern;

/** Several Counters of one name at once, as after a partition: none of them knows of the others. */
final class TwoOwners {
    private static final Duration ASK_TIMEOUT = Duration.ofSeconds(15);
    private static final AtomicInteger COUNT = new AtomicInteger();

    private final ActorSystem<?> system;
    private final SequenceName name;
    private final CounterWorld world;

    TwoOwners(Allocator allocator, String name, Database database) {
        this.system = allocator.system();
        this.name = new SequenceName(name);
        this.world = new CounterWorld(
                "test",
                CounterSettings.of(system.settings().config()),
                allocator.counts(),
                new HeadTable(database, ForkJoinPool.commonPool()),
                Ticker.system(),
                new Random(1));
    }

    /** Starts one more owner and takes leases of 50 from it, one after the other; a refusal is asked again. */
    CompletableFuture<List<Grant>> drive(int leases) {
        ActorRef<Counter.Command> counter =
                system.systemActorOf(Counter.create(name, world), "owner-" + COUNT.incrementAndGet(), Props.empty());
        return leases(counter, leases, new ArrayList<>());
    }

    private CompletableFuture<List<Grant>> leases(ActorRef<Counter.Command> counter, int left, List<Grant> soFar) {
        if (left == 0) {
            return CompletableFuture.completedFuture(soFar);
        }
        return AskPattern.<Counter.Command, Answer>ask(
                        counter, replyTo -> new Counter.Lease(50, 50, null, replyTo), ASK_TIMEOUT, system.scheduler())
                .toCompletableFuture()
                .thenCompose(answer -> {
                    if (answer instanceof Answer.Granted granted) {
                        soFar.add(granted.grant());
                    }
                    return leases(counter, left - (answer instanceof Answer.Granted ? 1 : 0), soFar);
                });
    }
}
