package dev.seqd.allocator;

import dev.seqd.core.SequenceName;
import dev.seqd.core.Ticker;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Comparator;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.BiFunction;
import java.util.stream.StreamSupport;
import org.apache.pekko.actor.Address;
import org.apache.pekko.actor.typed.ActorRef;
import org.apache.pekko.actor.typed.ActorSystem;
import org.apache.pekko.actor.typed.Behavior;
import org.apache.pekko.actor.typed.Props;
import org.apache.pekko.actor.typed.javadsl.Behaviors;
import org.apache.pekko.cluster.Member;
import org.apache.pekko.cluster.MemberStatus;
import org.apache.pekko.cluster.typed.Cluster;

/**
 * Which node stands in for a silent owner. The order of the nodes depends on the sequence alone, and the first that answers
 * is taken: so nodes that ask at the same time choose the same, and two of them seldom compete for the next event.
 * Thread-safe.
 */
final class Deputies {
    private static final String NAME = "stand-ins";
    private static final Duration SILENT_FOR = Duration.ofSeconds(5);

    private final ActorSystem<?> system;
    private final Ticker ticker;
    private final ConcurrentHashMap<Address, Long> silentAtNanos = new ConcurrentHashMap<>();

    /** A node asks another for values of a sequence whose owner does not answer. */
    record Ask(String name, LeaseRequest request, ActorRef<Answer> replyTo) implements WireMessage {}

    Deputies(ActorSystem<?> system, Ticker ticker) {
        this.system = system;
        this.ticker = ticker;
    }

    /** Lets this node be asked; the function must be quick and never throw. */
    static void answer(ActorSystem<?> system, BiFunction<SequenceName, LeaseRequest, CompletionStage<Answer>> lease) {
        Behavior<Ask> behavior = Behaviors.receiveMessage(ask -> {
            var unused =
                    lease.apply(new SequenceName(ask.name()), ask.request()).thenAccept(ask.replyTo()::tell);
            return Behaviors.same();
        });
        system.systemActorOf(behavior, NAME, Props.empty());
    }

    /**
     * The node that should stand in; empty for this one.
     *
     * @param patience how long each node that comes before it has to answer
     */
    CompletionStage<Optional<ActorRef<Ask>>> choose(SequenceName name, Duration patience) {
        return choose(candidates(name).iterator(), patience);
    }

    private CompletionStage<Optional<ActorRef<Ask>>> choose(Iterator<Address> left, Duration patience) {
        Address self = Cluster.get(system).selfMember().address();
        Address next = left.hasNext() ? left.next() : self;
        if (next.equals(self)) {
            return CompletableFuture.completedFuture(Optional.empty());
        }
        return MemberProbe.ask(system, next.toString(), patience)
                .handle((alive, silence) -> alive != null && alive.up())
                .thenCompose(isUp -> isUp ? there(next) : choose(after(next, left), patience));
    }

    private CompletionStage<Optional<ActorRef<Ask>>> there(Address address) {
        ActorRef<Ask> deputy = Asking.at(system, address, NAME);
        return CompletableFuture.completedFuture(Optional.of(deputy));
    }

    /** One that did not answer is passed over for a while. */
    private Iterator<Address> after(Address silent, Iterator<Address> left) {
        silentAtNanos.put(silent, ticker.nanos());
        return left;
    }

    private List<Address> candidates(SequenceName name) {
        long now = ticker.nanos();
        silentAtNanos.values().removeIf(at -> now - at > SILENT_FOR.toNanos());
        Set<Member> unreachable = Cluster.get(system).state().getUnreachable();
        return StreamSupport.stream(Cluster.get(system).state().getMembers().spliterator(), false)
                .filter(member -> member.status() == MemberStatus.up() && !unreachable.contains(member))
                .map(Member::address)
                .filter(address -> !silentAtNanos.containsKey(address))
                .sorted(Comparator.comparing(address -> lot(name, address)))
                .toList();
    }

    private static UUID lot(SequenceName name, Address address) {
        return UUID.nameUUIDFromBytes((name + " " + address).getBytes(StandardCharsets.UTF_8));
    }
}
