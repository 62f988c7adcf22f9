package dev.seqd.http;

import com.typesafe.config.Config;
import com.typesafe.config.ConfigFactory;
import dev.seqd.allocator.Allocator;
import dev.seqd.allocator.Asking;
import dev.seqd.allocator.StopReason;
import dev.seqd.core.Ticker;
import dev.seqd.database.DatabaseException;
import dev.seqd.database.DatabaseSettings;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import org.apache.pekko.Done;
import org.apache.pekko.actor.CoordinatedShutdown;
import org.apache.pekko.actor.typed.ActorRef;
import org.apache.pekko.actor.typed.ActorSystem;
import org.apache.pekko.actor.typed.Props;
import org.apache.pekko.http.javadsl.server.Route;

/**
 * A whole node: the allocator, the cache of leases and the HTTP server before them. Thread-safe; who starts it closes it,
 * before the database that it uses.
 */
public final class HttpNode implements AutoCloseable {
    /** All leases of a node are given back in milliseconds; without the owners' answers they are lost. */
    private static final Duration GIVE_BACK = Duration.ofSeconds(8);

    private final Allocator allocator;
    private final NodeMetrics metrics;
    private final String endpoint;

    private HttpNode(Allocator allocator, NodeMetrics metrics, String endpoint) {
        this.allocator = allocator;
        this.metrics = metrics;
        this.endpoint = endpoint;
    }

    /**
     * Starts a node: database checked, port bound, cluster joined. Blocks until it can answer.
     *
     * @param overrides the operator's settings
     * @param database where the journal is
     * @throws DatabaseException if the database will not do
     * @throws PortInUseException if the HTTP port cannot be bound
     * @throws dev.seqd.allocator.ClusterFormationException if it cannot join
     * @throws com.typesafe.config.ConfigException if a setting is missing or bad
     */
    public static HttpNode start(Config overrides, DatabaseSettings database) {
        Config over =
                overrides.withFallback(ConfigFactory.parseResources(HttpNode.class.getClassLoader(), "seqd-http.conf"));
        HttpSettings settings = HttpSettings.of(
                over.withFallback(ConfigFactory.defaultReferenceUnresolved()).resolve());
        Allocator allocator = Allocator.start(over, database);
        try {
            return serve(allocator, settings);
        } catch (RuntimeException e) {
            allocator.close();
            throw e;
        }
    }

    private static HttpNode serve(Allocator allocator, HttpSettings settings) {
        NodeCounts counts = new NodeCounts();
        NodeMetrics metrics = new NodeMetrics(allocator.counts(), counts);
        long newestChange = allocator.newestChange().toCompletableFuture().join();
        NodeCache.World world =
                new NodeCache.World(allocator, settings, counts, Ticker.system(), new SecureRandom(), newestChange);
        ActorRef<NodeCache.Command> cache =
                allocator.system().systemActorOf(NodeCache.create(world), "node-cache", Props.empty());
        allocator.holdLeases(recall -> cache.tell(new NodeCache.GiveBack(recall)));
        giveBackAtTheEnd(allocator, cache);
        Route routes = new Routes(allocator, cache, settings.maxWait(), metrics::scrape).all();
        String endpoint = bind(allocator, settings, counts, routes);
        allocator.join(endpoint);
        return new HttpNode(allocator, metrics, endpoint);
    }

    /** Whoever was put out by the cluster has nobody to give anything back to. */
    private static void giveBackAtTheEnd(Allocator allocator, ActorRef<NodeCache.Command> cache) {
        CoordinatedShutdown.get(allocator.system())
                .addTask(
                        CoordinatedShutdown.PhaseServiceStop(),
                        "seqd-give-back",
                        () -> allocator.isMember()
                                ? Asking.ask(allocator.system(), cache, NodeCache.End::new, GIVE_BACK)
                                        .thenApply(ended -> Done.getInstance())
                                : CompletableFuture.completedFuture(Done.getInstance()));
    }

    private static String bind(Allocator allocator, HttpSettings settings, NodeCounts counts, Route routes) {
        try {
            int port = new HttpListener(allocator.system(), settings, counts)
                    .bind(routes)
                    .toCompletableFuture()
                    .join();
            return settings.endpoint().isEmpty() ? "http://" + settings.host() + ":" + port : settings.endpoint();
        } catch (CompletionException e) {
            throw new PortInUseException(settings.host(), settings.port(), e);
        }
    }

    /** Where this node serves HTTP. */
    public String endpoint() {
        return endpoint;
    }

    /**
     * Completes when the node has ended: by {@link #close}, because the cluster has put it out, or for a reason of its own,
     * which it then completes with.
     */
    public CompletionStage<Optional<StopReason>> whenTerminated() {
        ActorSystem<Void> system = allocator.system();
        return system.getWhenTerminated()
                .thenApply(done -> CoordinatedShutdown.get(system)
                        .getShutdownReason()
                        .filter(StopReason.class::isInstance)
                        .map(StopReason.class::cast));
    }

    /** Drains HTTP, leaves the cluster, ends. Blocks until that is done; a second call does nothing. */
    @Override
    public void close() {
        allocator.close();
        metrics.close();
    }
}
