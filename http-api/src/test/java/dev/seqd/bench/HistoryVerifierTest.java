package dev.seqd.bench;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.seqd.bench.Fault.Kind;
import dev.seqd.core.Block;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

class HistoryVerifierTest {
    private static final int ORDERS = 7;

    @Test
    void verify_blocksInTurn_passes() {
        Verdict verdict = verify(run(0, 1, 1, 100), run(1, 101, 1, 100), run(0, 201, 1, 100));

        assertThat(verdict).isEqualTo(new Verdict(300, 0, 0, List.of()));
        assertThat(verdict.passed()).isTrue();
    }

    @Test
    void verify_emptyHistory_passes() {
        assertThat(verify().passed()).isTrue();
    }

    @Test
    void verify_valueLost_isNoFault() {
        assertThat(verify(run(0, 1, 1, 100), run(0, 102, 1, 100)).passed()).isTrue();
    }

    @Test
    void verify_oneValueAtTwoClients_isFound() {
        Verdict verdict = verify(run(0, 1, 1, 100), run(1, 200, 1, 100), run(2, 50, 1, 1));

        assertThat(verdict.duplicates()).isEqualTo(1);
        assertThat(verdict.faults()).containsExactly(new Fault(Kind.DUPLICATE, ORDERS, 50, 0, 2));
        assertThat(verdict.passed()).isFalse();
    }

    @Test
    void verify_oneValueAtTwoThreadsOfAClient_isFound() {
        Verdict verdict = verify(run(3, 1, 1, 100), new Run(3, 1, ORDERS, block(100, 1, 50)));

        assertThat(verdict.duplicates()).isEqualTo(1);
        assertThat(verdict.orderViolations()).isZero();
        assertThat(verdict.faults()).containsExactly(new Fault(Kind.DUPLICATE, ORDERS, 100, 3, 3));
    }

    @Test
    void verify_oneValueTwiceAtOneThread_breaksBothPromises() {
        Verdict verdict = verify(run(3, 1, 1, 100), run(3, 100, 1, 1));

        assertThat(verdict.duplicates()).isEqualTo(1);
        assertThat(verdict.orderViolations()).isEqualTo(1);
        assertThat(verdict.faults())
                .containsExactlyInAnyOrder(
                        new Fault(Kind.DUPLICATE, ORDERS, 100, 3, 3), new Fault(Kind.ORDER, ORDERS, 100, 3, 3));
    }

    @Test
    void verify_runsThatMeetAtTheirEdges_areToldApartFromThoseThatOverlapByOne() {
        assertThat(verify(run(0, 1, 1, 10), run(1, 11, 1, 10)).duplicates()).isZero();
        assertThat(verify(run(0, 1, 1, 10), run(1, 10, 1, 10)).duplicates()).isEqualTo(1);
        assertThat(verify(run(0, 11, 1, 10), run(1, 2, 1, 10)).duplicates()).isEqualTo(1);
    }

    @Test
    void verify_runInsideALongOne_countsEachValueOnce() {
        Verdict verdict = verify(run(0, 1, 1, 1000), run(1, 500, 1, 10), run(2, 600, 1, 5));

        assertThat(verdict.duplicates()).isEqualTo(15);
        assertThat(verdict.faults())
                .containsExactly(
                        new Fault(Kind.DUPLICATE, ORDERS, 500, 0, 1), new Fault(Kind.DUPLICATE, ORDERS, 600, 0, 2));
    }

    @Test
    void verify_valueHandedOutThreeTimes_countsTwo() {
        assertThat(verify(run(0, 5, 1, 1), run(1, 5, 1, 1), run(2, 5, 1, 1)).duplicates())
                .isEqualTo(2);
    }

    @Test
    void verify_sameValuesOfOtherSequences_areNoDuplicates() {
        assertThat(verify(run(0, 1, 1, 10), new Run(1, 0, ORDERS + 1, block(1, 1, 10)))
                        .passed())
                .isTrue();
    }

    @Test
    void verify_interleavedGrids_areNoDuplicates() {
        assertThat(verify(run(0, 1, 5, 100), run(1, 2, 5, 100), run(2, 3, 5, 100))
                        .passed())
                .isTrue();
    }

    @Test
    void verify_duplicateOnOneOfInterleavedGrids_isFound() {
        Verdict verdict = verify(run(0, 1, 5, 100), run(1, 2, 5, 100), run(2, 252, 5, 1), run(3, 3, 5, 100));

        assertThat(verdict.faults()).containsExactly(new Fault(Kind.DUPLICATE, ORDERS, 252, 1, 2));
    }

    @Test
    void verify_negativeValuesOnGrids_areToldApart() {
        assertThat(verify(run(0, -12, 5, 3), run(1, -11, 5, 3)).duplicates()).isZero();
        assertThat(verify(run(0, -12, 5, 3), run(1, -2, 5, 3)).duplicates()).isEqualTo(1);
    }

    @Test
    void verify_descending_findsDuplicateAndOrder() {
        assertThat(verify(run(0, -1, -1, 100), run(1, -101, -1, 100)).passed()).isTrue();

        Verdict verdict = verify(run(0, -1, -1, 100), run(1, -100, -1, 100), run(0, -50, -1, 1));

        assertThat(verdict.duplicates()).isEqualTo(2);
        assertThat(verdict.orderViolations()).isEqualTo(1);
        assertThat(verdict.faults())
                .contains(new Fault(Kind.ORDER, ORDERS, -50, 0, 0), new Fault(Kind.DUPLICATE, ORDERS, -100, 1, 0));
    }

    @Test
    void verify_atBothEndsOf64Bits_isExact() {
        Run upToMax = run(0, Long.MAX_VALUE - 9, 1, 10);
        Run fromMin = run(1, Long.MIN_VALUE, 1, 10);
        assertThat(verify(upToMax, fromMin).passed()).isTrue();
        assertThat(verify(upToMax, fromMin, run(2, Long.MAX_VALUE, 1, 1)).faults())
                .containsExactly(new Fault(Kind.DUPLICATE, ORDERS, Long.MAX_VALUE, 0, 2));
        assertThat(verify(upToMax, fromMin, run(2, Long.MIN_VALUE, 1, 1)).faults())
                .containsExactly(new Fault(Kind.DUPLICATE, ORDERS, Long.MIN_VALUE, 1, 2));
    }

    @Test
    void verify_runOverAlmostAllOf64Bits_isExact() {
        long half = Long.MAX_VALUE / 2;
        Run wide = run(0, Long.MIN_VALUE + 1, 4, half);

        assertThat(verify(wide, run(1, Long.MIN_VALUE + 2, 4, half)).duplicates())
                .isZero();
        assertThat(verify(wide, run(1, wide.values().last(), 4, 1)).duplicates())
                .isEqualTo(1);
        assertThat(verify(wide, wide).duplicates()).isEqualTo(half);
    }

    @Test
    void verify_largestSteps_areExact() {
        Run down = run(0, 0, Long.MIN_VALUE, 2);
        assertThat(verify(down, run(1, 1, Long.MIN_VALUE, 1)).duplicates()).isZero();
        assertThat(verify(down, run(1, Long.MIN_VALUE, Long.MIN_VALUE, 1)).duplicates())
                .isEqualTo(1);
        assertThat(verify(run(0, -1, Long.MAX_VALUE, 2), run(1, -2, Long.MAX_VALUE, 2))
                        .duplicates())
                .isZero();
    }

    @Test
    void verify_clientGoesBack_isFound() {
        Verdict verdict = verify(run(2, 101, 1, 100), run(2, 1, 1, 50));

        assertThat(verdict.duplicates()).isZero();
        assertThat(verdict.orderViolations()).isEqualTo(50);
        assertThat(verdict.faults()).containsExactly(new Fault(Kind.ORDER, ORDERS, 1, 2, 2));
    }

    @Test
    void verify_clientStaysBelowItsFurthest_isFoundEachTime() {
        Verdict verdict = verify(run(2, 100, 1, 1), run(2, 5, 1, 1), run(2, 7, 1, 1), run(2, 101, 1, 1));

        assertThat(verdict.orderViolations()).isEqualTo(2);
    }

    @Test
    void verify_clientsBehindOneAnother_areInOrder() {
        assertThat(verify(run(0, 101, 1, 100), run(1, 1, 1, 100)).orderViolations())
                .isZero();
    }

    @Test
    void verify_differentSteps_isRefused() {
        assertThatThrownBy(() -> verify(run(0, 1, 1, 10), run(1, 100, 2, 10)))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("different steps");
    }

    @Test
    void verify_manyFaults_describesSomeAndCountsAll() {
        List<Run> history = new ArrayList<>();
        for (int i = 0; i < 1000; i++) {
            history.add(run(0, 10L * i, 1, 5));
            history.add(run(1, 10L * i + 4, 1, 1));
        }

        Verdict verdict = HistoryVerifier.verify(history);

        assertThat(verdict.duplicates()).isEqualTo(1000);
        assertThat(verdict.faults()).hasSize(HistoryVerifier.MAX_FAULTS);
    }

    @Test
    void verify_shuffledClientsWithOnePlantedDuplicate_findsExactlyIt() {
        Random random = new Random(4711);
        for (int round = 0; round < 200; round++) {
            List<Run> history = new ArrayList<>();
            for (int i = 0; i < 50; i++) {
                history.add(new Run(i, 0, ORDERS, block(i * 10L, 1, 10)));
            }
            long planted = random.nextInt(500);
            history.add(new Run(99, 0, ORDERS, block(planted, 1, 1)));
            Collections.shuffle(history, random);

            Verdict verdict = HistoryVerifier.verify(history);

            assertThat(verdict.duplicates()).isEqualTo(1);
            Fault fault = verdict.faults().get(0);
            assertThat(fault.value()).isEqualTo(planted);
            assertThat(List.of(fault.client(), fault.other())).containsExactlyInAnyOrder((int) planted / 10, 99);
        }
    }

    @Test
    void describe_faults_nameSequenceValueAndClients() {
        SequenceNames names = new SequenceNames("bench_1:");

        assertThat(new Fault(Kind.DUPLICATE, 7, 50, 0, 2).describe(names::of))
                .isEqualTo("sequence bench_1:00007, value 50: handed out to client 1 and to client 3");
        assertThat(new Fault(Kind.DUPLICATE, 7, 50, 1, 1).describe(names::of))
                .isEqualTo("sequence bench_1:00007, value 50: handed out twice to client 2");
        assertThat(new Fault(Kind.ORDER, 7, 50, 1, 1).describe(names::of))
                .isEqualTo("sequence bench_1:00007, value 50: client 2 had got a later one before");
    }

    private static Verdict verify(Run... history) {
        return HistoryVerifier.verify(List.of(history));
    }

    private static Run run(int client, long first, long increment, long count) {
        return new Run(client, 0, ORDERS, block(first, increment, count));
    }

    private static Block block(long first, long increment, long count) {
        return new Block(first, increment, count, 1, 1);
    }
}
