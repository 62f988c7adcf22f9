package dev.seqd.http;

import dev.seqd.core.Ticker;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.apache.pekko.Done;
import org.apache.pekko.NotUsed;
import org.apache.pekko.actor.CoordinatedShutdown;
import org.apache.pekko.actor.typed.ActorSystem;
import org.apache.pekko.actor.typed.javadsl.Adapter;
import org.apache.pekko.event.Logging;
import org.apache.pekko.event.LoggingAdapter;
import org.apache.pekko.http.javadsl.Http;
import org.apache.pekko.http.javadsl.model.HttpRequest;
import org.apache.pekko.http.javadsl.model.HttpResponse;
import org.apache.pekko.http.javadsl.model.headers.Connection;
import org.apache.pekko.http.javadsl.server.Route;
import org.apache.pekko.http.javadsl.settings.ServerSettings;
import org.apache.pekko.japi.Pair;
import org.apache.pekko.stream.ActorAttributes;
import org.apache.pekko.stream.Materializer;
import org.apache.pekko.stream.Supervision;
import org.apache.pekko.stream.TLSProtocol.SessionBytes;
import org.apache.pekko.stream.TLSProtocol.SslTlsInbound;
import org.apache.pekko.stream.TLSProtocol.SslTlsOutbound;
import org.apache.pekko.stream.javadsl.BidiFlow;
import org.apache.pekko.stream.javadsl.Flow;
import org.apache.pekko.stream.javadsl.Keep;
import org.apache.pekko.stream.javadsl.Sink;
import org.apache.pekko.stream.javadsl.TLSPlacebo;
import org.apache.pekko.stream.javadsl.Tcp;

/**
 * Accepts connections and serves HTTP on them. Pekko HTTP's own binding lets a connection stay for ever that sends or takes
 * a byte now and then: its idle time begins anew with each byte, and its time for a request only when that is complete.
 * Here a {@link ConnectionStage} stands before the bytes. Thread-safe; it ends with its actor system, in good order.
 */
final class HttpListener {
    private static final Duration ENDLESS = Duration.ofDays(10_000);

    private final ActorSystem<?> system;
    private final HttpSettings settings;
    private final NodeCounts counts;
    private final ServerSettings server;
    private final LoggingAdapter log;
    private final OpenConnections open = new OpenConnections();

    HttpListener(ActorSystem<?> system, HttpSettings settings, NodeCounts counts) {
        this.system = system;
        this.settings = settings;
        this.counts = counts;
        this.server = ServerSettings.create(system.settings().config());
        this.log = Logging.getLogger(Adapter.toClassic(system), HttpListener.class);
    }

    /** Binds the port and serves the routes; completes with the port. */
    CompletionStage<Integer> bind(Route routes) {
        Flow<HttpRequest, HttpResponse, NotUsed> handler = routes.flow(system).map(this::withNotice);
        Pair<CompletionStage<Tcp.ServerBinding>, CompletionStage<Done>> bound = Tcp.get(system)
                .bind(
                        settings.host(),
                        settings.port(),
                        server.getBacklog(),
                        server.getSocketOptions(),
                        false,
                        Optional.<Duration>empty())
                .mapAsyncUnordered(server.getMaxConnections(), connection -> serve(connection, handler))
                .withAttributes(ActorAttributes.withSupervisionStrategy(Supervision.getResumingDecider()))
                .toMat(Sink.ignore(), Keep.both())
                .run(system);
        return bound.first().thenApply(binding -> {
            endWithSystem(binding, bound.second());
            return binding.localAddress().getPort();
        });
    }

    private CompletionStage<Done> serve(
            Tcp.IncomingConnection connection, Flow<HttpRequest, HttpResponse, NotUsed> handler) {
        Ticker ticker = Ticker.system();
        ConnectionWatch watch = new ConnectionWatch(settings.connections(), idle(), ticker.nanos());
        ConnectionStage stage = new ConnectionStage(ticker, watch, counts.slowConnections(), open);
        BidiFlow<SslTlsOutbound, SslTlsOutbound, SessionBytes, SslTlsInbound, NotUsed> plain =
                BidiFlow.fromFlows(Flow.<SslTlsOutbound>create(), Flow.upcast(Flow.<SessionBytes>create()));
        Http.get(system)
                .serverLayer(server, Optional.of(connection.remoteAddress()), log)
                .atop(plain)
                .atop(TLSPlacebo.getInstance())
                .atop(BidiFlow.fromGraph(stage))
                .join(connection.flow())
                .join(handler)
                .run(Materializer.matFromSystem(system));
        return stage.ended();
    }

    private Duration idle() {
        scala.concurrent.duration.Duration idle = server.getTimeouts().idleTimeout();
        return idle.isFinite() ? Duration.ofNanos(idle.toNanos()) : ENDLESS;
    }

    /** Callers learn with their last answer that no more will come. */
    private HttpResponse withNotice(HttpResponse response) {
        return open.isEndAnnounced() ? response.addHeader(Connection.create("close")) : response;
    }

    private void endWithSystem(Tcp.ServerBinding binding, CompletionStage<Done> allEnded) {
        CoordinatedShutdown shutdown = CoordinatedShutdown.get(system);
        shutdown.addTask(CoordinatedShutdown.PhaseBeforeServiceUnbind(), "seqd-http-announce", () -> {
            open.announceEnd();
            return CompletableFuture.completedFuture(Done.getInstance());
        });
        shutdown.addTask(
                CoordinatedShutdown.PhaseServiceUnbind(),
                "seqd-http-unbind",
                () -> binding.unbind().thenApply(unbound -> Done.getInstance()));
        shutdown.addTask(CoordinatedShutdown.PhaseServiceRequestsDone(), "seqd-http-drain", () -> {
            open.end();
            return allEnded;
        });
    }
}
