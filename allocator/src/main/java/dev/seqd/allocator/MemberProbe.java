package dev.seqd.allocator;

import java.time.Duration;
import java.util.concurrent.CompletionStage;
import java.util.function.LongSupplier;
import org.apache.pekko.actor.typed.ActorRef;
import org.apache.pekko.actor.typed.ActorRefResolver;
import org.apache.pekko.actor.typed.ActorSystem;
import org.apache.pekko.actor.typed.Behavior;
import org.apache.pekko.actor.typed.Props;
import org.apache.pekko.actor.typed.javadsl.Behaviors;
import org.apache.pekko.cluster.MemberStatus;
import org.apache.pekko.cluster.typed.Cluster;

/** Asks a node whether it is there, which life of it, and whether it is up in its cluster; answers the same for this one. */
final class MemberProbe {
    private static final String NAME = "member-probe";

    private MemberProbe() {}

    /** The question. */
    record Question(ActorRef<Alive> replyTo) implements WireMessage {}

    /**
     * The answer.
     *
     * @param incarnation names this life of the node
     * @param up whether it is up in its cluster
     * @param httpEndpoint where it serves HTTP
     * @param beats what it has written last to the database, 0 for nothing yet
     */
    record Alive(String incarnation, boolean up, String httpEndpoint, long beats) implements WireMessage {}

    /** Lets this node answer. */
    static void answer(ActorSystem<?> system, String httpEndpoint, LongSupplier beats) {
        Behavior<Question> behavior = Behaviors.receive(Question.class)
                .onMessage(Question.class, question -> {
                    boolean up = Cluster.get(system).selfMember().status() == MemberStatus.up();
                    question.replyTo().tell(new Alive(incarnation(system), up, httpEndpoint, beats.getAsLong()));
                    return Behaviors.same();
                })
                .build();
        system.systemActorOf(behavior, NAME, Props.empty());
    }

    /** Asks the node at an address such as {@code pekko://seqd@10.0.0.1:7355}; fails when it does not answer in time. */
    static CompletionStage<Alive> ask(ActorSystem<?> system, String address, Duration timeout) {
        ActorRef<Question> node = ActorRefResolver.get(system).resolveActorRef(address + "/system/" + NAME);
        return Asking.ask(system, node, Question::new, timeout);
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
