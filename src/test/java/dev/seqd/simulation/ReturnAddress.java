package dev.seqd.simulation;

import dev.seqd.allocator.Recall;
import java.util.function.Consumer;
import org.apache.pekko.actor.ActorPath;
import org.apache.pekko.actor.typed.ActorRef;

/** Where the answer to a recall goes; nothing else can be done with it. */
public final class ReturnAddress implements ActorRef<Recall.Returned> {
    private static final long serialVersionUID = 1L;

    private final transient Consumer<Recall.Returned> receiver;

    /** The receiver gets the answer. */
    public ReturnAddress(Consumer<Recall.Returned> receiver) {
        this.receiver = receiver;
    }

    @Override
    public void tell(Recall.Returned answer) {
        receiver.accept(answer);
    }

    @Override
    public <U extends Recall.Returned> ActorRef<U> narrow() {
        throw new UnsupportedOperationException();
    }

    @Override
    public <U> ActorRef<U> unsafeUpcast() {
        throw new UnsupportedOperationException();
    }

    @Override
    public ActorPath path() {
        throw new UnsupportedOperationException();
    }

    @Override
    public int compareTo(ActorRef<?> other) {
        throw new UnsupportedOperationException();
    }
}
