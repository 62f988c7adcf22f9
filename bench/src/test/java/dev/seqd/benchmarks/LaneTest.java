package dev.seqd.benchmarks;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class LaneTest {
    @Test
    void note_aStallAndTheCallsBehindIt_countsOneStallAndAllThatWereLate() {
        Lane lane = new Lane();
        lane.note(0, 0, 3_000_000);
        lane.note(500_000, 3_000_000, 3_000_100);
        lane.note(1_000_000, 3_000_100, 3_000_200);
        lane.note(2_900_000, 3_000_200, 3_000_300);
        StallsResult.Calls calls = lane.figures();
        assertThat(calls.calls()).isEqualTo(4);
        assertThat(calls.stalled()).isEqualTo(1);
        assertThat(calls.late()).isEqualTo(3);
        assertThat(calls.stalledPerMillion()).isEqualTo(250_000);
        assertThat(calls.duration().p50()).isEqualTo(100);
    }

    @Test
    void figures_withoutCalls_areZero() {
        assertThat(new Lane().figures().latePerMillion()).isZero();
    }
}
