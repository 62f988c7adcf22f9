package dev.seqd.allocator;

import dev.seqd.core.Position;
import dev.seqd.core.SequenceName;
import org.apache.pekko.actor.typed.ActorRef;
import org.apache.pekko.actor.typed.javadsl.ActorContext;
import org.jspecify.annotations.Nullable;

/**
 * What a Counter's decisions come to: messages to its journal, to nodes and to who asked.
 *
 * @param context the Counter's
 * @param recalled where nodes answer a recall
 * @param end lets the Counter end
 */
record CounterEffects(
        ActorContext<Counter.Command> context,
        ActorRef<CounterJournal.Command> journal,
        SequenceName name,
        ActorRef<Recall.Returned> recalled,
        Runnable end)
        implements CounterOutput<ActorRef<Answer>> {
    @Override
    public void raise(long serial, long amount, @Nullable Position known) {
        journal.tell(new CounterJournal.Raise(serial, amount, known));
    }

    @Override
    public int recall(long serial) {
        return recall(serial, false);
    }

    @Override
    public int recallResting(long serial) {
        return recall(serial, true);
    }

    private int recall(long serial, boolean onlyResting) {
        return LeaseHolders.recall(context.getSystem(), new Recall(name.value(), serial, onlyResting, recalled));
    }

    @Override
    public void change(long serial, ChangeLine.Asked<ActorRef<Answer>> asked, @Nullable Position unissuedFrom) {
        journal.tell(new CounterJournal.Change(serial, asked.change(), asked.ifVersion(), unissuedFrom));
    }

    @Override
    public void release(long serial, Position unissuedFrom) {
        journal.tell(new CounterJournal.Release(serial, unissuedFrom));
    }

    @Override
    public void stopped() {
        end.run();
    }

    @Override
    public void answer(ActorRef<Answer> replyTo, Answer answer) {
        replyTo.tell(answer);
    }

    @Override
    public void healed(Position known) {
        String text = "sequence {}: its journal lost what was handed out up to {}, it goes on beyond that";
        context.getLog().warn(text, name, known.value());
    }
}
