package dev.seqd.allocator;

import static dev.seqd.allocator.RecoveryProof.Verdict.AGAIN;
import static dev.seqd.allocator.RecoveryProof.Verdict.CORRUPT;
import static dev.seqd.allocator.RecoveryProof.Verdict.PROVEN;
import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class RecoveryProofTest {
    private final RecoveryProof proof = new RecoveryProof();

    @Test
    void judge_lastEventIsTheHead_isProven() {
        assertThat(proof.judge(0, 0)).isEqualTo(PROVEN);
        assertThat(proof.judge(7, 7)).isEqualTo(PROVEN);
    }

    @Test
    void judge_headAheadWhileOthersWrite_isRecoveredAgainEachTime() {
        assertThat(proof.judge(7, 8)).isEqualTo(AGAIN);
        assertThat(proof.judge(8, 9)).isEqualTo(AGAIN);
        assertThat(proof.judge(9, 9)).isEqualTo(PROVEN);
        assertThat(proof.judge(7, 9)).isEqualTo(AGAIN);
    }

    @Test
    void judge_headStaysAheadOfTheSameEvents_isCorrupt() {
        assertThat(proof.judge(7, 8)).isEqualTo(AGAIN);
        assertThat(proof.judge(7, 8)).isEqualTo(CORRUPT);
        assertThat(proof.judge(7, 9)).isEqualTo(CORRUPT);
    }

    @Test
    void judge_headBehindTheEvents_isCorruptAtOnce() {
        assertThat(proof.judge(7, 6)).isEqualTo(CORRUPT);
        assertThat(proof.judge(7, 0)).isEqualTo(CORRUPT);
    }

    @Test
    void judge_repaired_isProven() {
        proof.judge(0, 3);
        assertThat(proof.judge(0, 3)).isEqualTo(CORRUPT);

        assertThat(proof.judge(3, 3)).isEqualTo(PROVEN);
        assertThat(proof.judge(3, 4)).isEqualTo(AGAIN);
    }
}
