package dev.seqd.allocator;

import static dev.seqd.allocator.RecoveryProof.Verdict.AGAIN;
import static dev.seqd.allocator.RecoveryProof.Verdict.CORRUPT;
import static dev.seqd.allocator.RecoveryProof.Verdict.PROVEN;
import static org.assertj.core.api.Assertions.assertThat;

import dev.seqd.core.SequenceDefinition;
import dev.seqd.core.SequenceEvent.Created;
import dev.seqd.core.SequenceName;
import dev.seqd.core.SequenceOptions;
import dev.seqd.core.SequenceState;
import org.junit.jupiter.api.Test;

class RecoveryProofTest {
    private static final SequenceState STATE =
            SequenceState.apply(null, new Created(SequenceDefinition.of(SequenceOptions.NONE), 1));

    private final RecoveryProof proof = new RecoveryProof();

    private RecoveryProof.Verdict judge(long recovered, long head) {
        return proof.judge(recovered, STATE, new HeadTable.Head(head, STATE));
    }

    @Test
    void judge_replayComesToSomethingElse_isCorrupt() {
        SequenceState other = SequenceState.apply(STATE, STATE.raise(new SequenceName("s"), 5, null));

        assertThat(proof.judge(7, STATE, new HeadTable.Head(7, other))).isEqualTo(CORRUPT);
        assertThat(proof.judge(7, null, new HeadTable.Head(7, other))).isEqualTo(CORRUPT);
        assertThat(proof.judge(7, other, new HeadTable.Head(7, other))).isEqualTo(PROVEN);
        assertThat(proof.judge(0, null, HeadTable.Head.NONE)).isEqualTo(PROVEN);
    }

    @Test
    void judge_lastEventIsTheHead_isProven() {
        assertThat(judge(0, 0)).isEqualTo(PROVEN);
        assertThat(judge(7, 7)).isEqualTo(PROVEN);
    }

    @Test
    void judge_headAheadWhileOthersWrite_isRecoveredAgainEachTime() {
        assertThat(judge(7, 8)).isEqualTo(AGAIN);
        assertThat(judge(8, 9)).isEqualTo(AGAIN);
        assertThat(judge(9, 9)).isEqualTo(PROVEN);
        assertThat(judge(7, 9)).isEqualTo(AGAIN);
    }

    @Test
    void judge_headStaysAheadOfTheSameEvents_isCorrupt() {
        assertThat(judge(7, 8)).isEqualTo(AGAIN);
        assertThat(judge(7, 8)).isEqualTo(CORRUPT);
        assertThat(judge(7, 9)).isEqualTo(CORRUPT);
    }

    @Test
    void judge_headBehindTheEvents_isCorruptAtOnce() {
        assertThat(judge(7, 6)).isEqualTo(CORRUPT);
        assertThat(judge(7, 0)).isEqualTo(CORRUPT);
    }

    @Test
    void judge_repaired_isProven() {
        judge(0, 3);
        assertThat(judge(0, 3)).isEqualTo(CORRUPT);

        assertThat(judge(3, 3)).isEqualTo(PROVEN);
        assertThat(judge(3, 4)).isEqualTo(AGAIN);
    }
}
