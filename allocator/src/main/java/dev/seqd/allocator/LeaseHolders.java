package dev.seqd.allocator;

import java.util.List;
import java.util.Set;
import java.util.function.Consumer;
import org.apache.pekko.actor.typed.ActorRef;
import org.apache.pekko.actor.typed.ActorSystem;
import org.apache.pekko.actor.typed.Behavior;
import org.apache.pekko.actor.typed.Props;
import org.apache.pekko.actor.typed.javadsl.Behaviors;
import org.apache.pekko.cluster.Member;
import org.apache.pekko.cluster.MemberStatus;
import org.apache.pekko.cluster.typed.Cluster;

/** Reaches the lease holder of every node. */
final class LeaseHolders {
    private static final String NAME = "lease-holder";
    private static final Set<MemberStatus> ANSWERING =
            Set.of(MemberStatus.weaklyUp(), MemberStatus.up(), MemberStatus.leaving());

    private LeaseHolders() {}

    /** Lets this node answer recalls. */
    static void answer(ActorSystem<?> system, Consumer<Recall> holder) {
        Behavior<Recall> behavior = Behaviors.receiveMessage(recall -> {
            holder.accept(recall);
            return Behaviors.same();
        });
        system.systemActorOf(behavior, NAME, Props.empty());
    }

    /** Nothing to give back. */
    static void giveBackNothing(Recall recall) {
        recall.giveBack(List.of());
    }

    /**
     * Sends a recall to every node that has joined and can be reached, and says how many those are. Who is about to be gone has
     * given everything back before.
     */
    static int recall(ActorSystem<?> system, Recall recall) {
        Set<Member> unreachable = Cluster.get(system).state().getUnreachable();
        int asked = 0;
        for (Member member : Cluster.get(system).state().getMembers()) {
            if (!unreachable.contains(member) && ANSWERING.contains(member.status())) {
                ActorRef<Recall> holder = Asking.at(system, member.address(), NAME);
                holder.tell(recall);
                asked++;
            }
        }
        return asked;
    }
}
