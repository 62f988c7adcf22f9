package dev.seqd.allocator;

import java.time.Duration;
import java.util.concurrent.CompletionStage;
import java.util.function.LongSupplier;
import org.apache.pekko.actor.typed.ActorRef;
import org.apache.pekko.actor.typed.ActorSystem;
import org.apache.pekko.actor.typed.Behavior;
import org.apache.pekko.actor.typed.Props;
import org.apache.pekko.actor.typed.javadsl.Behaviors;
import org.apache.pekko.cluster.MemberStatus;
import org.apache.pekko.cluster.typed.Cluster;

/**
 * What nodes ask and tell each other outside of their Counters: whether one is there, which life of it, and whether it is up in
 * its cluster; that one is about to leave; that one shall.
 */
final class MemberProbe {
    private static final String NAME = "member-probe";

    private MemberProbe() {}

    /** What a node understands. */
    sealed interface Message {}

    /** The question whether it is there. */
    record Question(ActorRef<Alive> replyTo) implements Message, WireMessage {}

    /** A life of a node is about to leave. */
    record Leaves(String incarnation) implements Message, WireMessage {}

    /** The life of that name shall leave and end. */
    record Drain(String incarnation, ActorRef<Draining> replyTo) implements Message, WireMessage {}

    /**
     * The answer to the question.
     *
     * @param incarnation names this life of the node
     * @param up whether it is up in its cluster
     * @param leaves whether it is about to leave
     * @param httpEndpoint where it serves HTTP
     * @param beats what it has written last to the database, 0 for nothing yet
     */
    record Alive(String incarnation, boolean up, boolean leaves, String httpEndpoint, long beats)
            implements WireMessage {}

    /** Whether it is the one that shall leave, and does. */
    record Draining(boolean accepted) implements WireMessage {}

    /** Lets this node answer. */
    static void answer(ActorSystem<?> system, String httpEndpoint, LongSupplier beats, Membership membership) {
        Behavior<Message> behavior = Behaviors.receive(Message.class)
                .onMessage(Question.class, question -> {
                    boolean up = Cluster.get(system).selfMember().status() == MemberStatus.up();
                    question.replyTo()
                            .tell(new Alive(
                                    incarnation(system), up, membership.isLeaving(), httpEndpoint, beats.getAsLong()));
                    return Behaviors.same();
                })
                .onMessage(Leaves.class, leaves -> {
                    membership.noteLeaving(leaves.incarnation());
                    return Behaviors.same();
                })
                .onMessage(Drain.class, drain -> {
                    boolean meant = drain.incarnation().equals(incarnation(system));
                    drain.replyTo().tell(new Draining(meant));
                    if (meant) {
                        membership.stop(new StopReason("drained on request", true));
                    }
                    return Behaviors.same();
                })
                .build();
        system.systemActorOf(behavior, NAME, Props.empty());
    }

    /** Asks the node at an address such as {@code pekko://seqd@10.0.0.1:7355}; fails when it does not answer in time. */
    static CompletionStage<Alive> ask(ActorSystem<?> system, String address, Duration timeout) {
        return Asking.ask(system, at(system, address), Question::new, timeout);
    }

    /** Tells a life of the node at an address to leave and end; fails when it does not answer in time. */
    static CompletionStage<Draining> drain(
            ActorSystem<?> system, String address, String incarnation, Duration timeout) {
        return Asking.ask(system, at(system, address), replyTo -> new Drain(incarnation, replyTo), timeout);
    }

    /** Tells the node at an address that this one is about to leave. */
    static void tellLeaving(ActorSystem<?> system, String address) {
        at(system, address).tell(new Leaves(incarnation(system)));
    }

    private static ActorRef<Message> at(ActorSystem<?> system, String address) {
        return Asking.at(system, address, NAME);
    }

    /** This node as it writes itself down. */
    static MemberTable.Entry self(ActorSystem<?> system, String httpEndpoint) {
        String address = Cluster.get(system).selfMember().address().toString();
        return new MemberTable.Entry(address, incarnation(system), httpEndpoint);
    }

    /** Names this life of this node. */
    static String incarnation(ActorSystem<?> system) {
        return Long.toUnsignedString(
                Cluster.get(system).selfMember().uniqueAddress().longUid(), 36);
    }
}
