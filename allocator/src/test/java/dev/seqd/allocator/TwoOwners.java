package dev.seqd.allocator;

import dev.seqd.core.SequenceName;
import dev.seqd.core.Ticker;
import dev.seqd.database.Database;
import java.time.Duration;
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
                allocator.admin().trust(),
                new KnownMarks(),
                new Turns(2),
                new Turns(2),
                Ticker.system(),
                new Random(1));
    }

    /** One more owner. */
    ActorRef<Counter.Command> start() {
        return system.systemActorOf(Counter.create(name, world), "owner-" + COUNT.incrementAndGet(), Props.empty());
    }

    /** Takes up to 50 values from an owner. */
    CompletableFuture<Grant> lease(ActorRef<Counter.Command> owner) {
        return AskPattern.<Counter.Command, Answer>ask(
                        owner,
                        replyTo -> new Counter.Lease(new LeaseRequest(50, 50, 50, null), replyTo),
                        ASK_TIMEOUT,
                        system.scheduler())
                .thenApply(answer -> ((Answer.Granted) answer).grant())
                .toCompletableFuture();
    }
}
