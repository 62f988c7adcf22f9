package dev.seqd.allocator;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * How far a Counter's end has come: it was asked for, nodes are asked for what they hold and do not use, the rest is
 * released. From then on nothing is taken back any more. Not thread-safe.
 */
final class Ending {
    private enum Stage {
        NO,
        ASKED,
        RECALLING,
        RELEASING
    }

    private final RecallRound recall = new RecallRound();
    private Stage stage = Stage.NO;

    /** The Counter is to end; false if that was known. */
    boolean ask() {
        boolean news = stage == Stage.NO;
        stage = news ? Stage.ASKED : stage;
        return news;
    }

    boolean isAsked() {
        return stage != Stage.NO;
    }

    /** Whether nodes are to be asked now. */
    boolean isToRecall() {
        return stage == Stage.ASKED;
    }

    /** So many nodes were asked under a serial, and have until a time. */
    void recall(long serial, int nodes, long endsNanos) {
        stage = Stage.RECALLING;
        recall.begin(serial, nodes, endsNanos);
    }

    /** A node has given back; false if that is not waited for (any more). */
    boolean returned(Recall.Returned answer) {
        return recall.returned(answer);
    }

    /** Whether all that comes back has come. */
    boolean isRecalled(long nowNanos) {
        return recall.isOver(nowNanos);
    }

    /** What is left is being released now; what was given back for that. */
    List<Recall.Part> release() {
        stage = Stage.RELEASING;
        return recall.close();
    }

    boolean isReleasing() {
        return stage == Stage.RELEASING;
    }

    /** When time alone changes something, null if never. */
    @Nullable
    Long deadlineNanos() {
        return recall.deadlineNanos();
    }
}
