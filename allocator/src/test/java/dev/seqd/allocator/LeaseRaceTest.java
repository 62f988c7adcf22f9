package dev.seqd.allocator;

import static org.assertj.core.api.Assertions.assertThat;

import dev.seqd.core.Block;
import dev.seqd.core.SeqdError;
import dev.seqd.core.SequenceName;
import dev.seqd.core.Sizing;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeoutException;
import org.junit.jupiter.api.Test;

/** Which of two answers to one request counts. */
class LeaseRaceTest {
    private static final Answer FINAL = new Answer.Refused(SeqdError.EXHAUSTED, null, "no more");
    private static final Answer BUSY = new Answer.Refused(SeqdError.OVERLOADED, null, "later");
    private static final Answer UNKNOWN = new Answer.Refused(SeqdError.UNAVAILABLE, null, "later");

    private final AllocatorCounts counts = new AllocatorCounts();
    private final LeaseRace race = new LeaseRace(new SequenceName("orders"), new LeaseRequest(5, 1, 0, null), counts);
    private final CompletableFuture<Answer> owner = new CompletableFuture<>();
    private final CompletableFuture<Answer> standIn = new CompletableFuture<>();

    LeaseRaceTest() {
        var unused = race.enter(owner);
    }

    @Test
    void finish_ownerAlone_isWhatItSays() {
        owner.complete(BUSY);

        assertThat(race.result()).isCompletedWithValue(BUSY);
    }

    @Test
    void finish_firstGrant_countsAndTheOtherIsAGap() {
        var unused = race.enter(standIn);
        Answer first = granted(3);
        standIn.complete(first);
        owner.complete(granted(5));

        assertThat(race.result()).isCompletedWithValue(first);
        assertThat(counts.valuesBurnt().sum()).isEqualTo(5);
    }

    @Test
    void finish_refusalThatMayPass_waitsForTheOther() {
        var unused = race.enter(standIn);
        standIn.complete(BUSY);
        assertThat(race.isOver()).isFalse();

        owner.complete(UNKNOWN);
        assertThat(race.result()).isCompletedWithValue(UNKNOWN);
    }

    @Test
    void finish_finalRefusal_counts() {
        var unused = race.enter(standIn);
        standIn.complete(FINAL);

        assertThat(race.result()).isCompletedWithValue(FINAL);
    }

    @Test
    void finish_allFail_isTheLastFailure() {
        var unused = race.enter(standIn);
        owner.completeExceptionally(new TimeoutException());
        assertThat(race.isOver()).isFalse();

        standIn.completeExceptionally(new IllegalStateException("broken"));
        assertThat(race.result().toCompletableFuture()).isCompletedExceptionally();
    }

    private static Answer granted(long count) {
        Terms terms = new Terms(true, null, Sizing.CONFIGURED);
        return new Answer.Granted(new Grant("a-1", new Block(1, 1, count, 1, 1), terms, 0));
    }
}
