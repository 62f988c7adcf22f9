package dev.seqd.bench;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class LinearHistoryTest {
    private static final int CALLS_OF_A_LOG = 10_000;

    /** A call: when it began and ended, and its value. */
    private record Call(long begin, long end, long value) {}

    @Test
    void check_nothing_passes() {
        assertThat(LinearHistory.check(List.of()).passed()).isTrue();
        assertThat(LinearHistory.check(List.of(log(), log())).passed()).isTrue();
    }

    @Test
    void check_oneAfterTheOther_passes() {
        LinearHistory.Verdict verdict = LinearHistory.check(
                List.of(log(call(0, 10, 1), call(21, 30, 3)), log(call(11, 20, 2), call(31, 40, 9))));

        assertThat(verdict.passed()).isTrue();
        assertThat(verdict.calls()).isEqualTo(4);
        assertThat(verdict.faults()).isEmpty();
    }

    @Test
    void check_concurrentCallsOutOfOrder_passes() {
        assertThat(LinearHistory.check(List.of(log(call(0, 10, 2)), log(call(5, 15, 1))))
                        .passed())
                .isTrue();
    }

    @Test
    void check_callsThatTouch_areConcurrent() {
        assertThat(LinearHistory.check(List.of(log(call(0, 10, 2)), log(call(10, 15, 1))))
                        .passed())
                .isTrue();
    }

    @Test
    void check_laterCallGotSmallerValueElsewhere_isStale() {
        LinearHistory.Verdict verdict = LinearHistory.check(List.of(log(call(0, 10, 2)), log(call(11, 15, 1))));

        assertThat(verdict.stale()).isEqualTo(1);
        assertThat(verdict.duplicates()).isZero();
        assertThat(verdict.passed()).isFalse();
        assertThat(verdict.faults())
                .containsExactly("value 1 was given to a call that began 1 ns after another call had returned 2");
    }

    @Test
    void check_laterCallOfTheSameCallerGotSmallerValue_isStale() {
        assertThat(LinearHistory.check(List.of(log(call(0, 1, 5), call(2, 3, 4))))
                        .stale())
                .isEqualTo(1);
    }

    /** A stopped owner that wakes up long after another one has gone on. */
    @Test
    void check_valueFromLongAgo_isFoundBehindManyCalls() {
        List<Call> calls = new ArrayList<>();
        for (int i = 0; i < CALLS_OF_A_LOG; i++) {
            calls.add(call(10L * i, 10L * i + 5, i == CALLS_OF_A_LOG - 1 ? 77_777 : i + 100_000));
        }

        assertThat(LinearHistory.check(List.of(log(calls.toArray(Call[]::new)))).stale())
                .isEqualTo(1);
    }

    @Test
    void check_concurrentCallsGotTheSame_isADuplicateOnly() {
        LinearHistory.Verdict verdict =
                LinearHistory.check(List.of(log(call(0, 10, 7)), log(call(0, 10, 7)), log(call(0, 10, 7))));

        assertThat(verdict.duplicates()).isEqualTo(2);
        assertThat(verdict.stale()).isZero();
        assertThat(verdict.passed()).isFalse();
        assertThat(verdict.faults()).first().isEqualTo("value 7 was handed out more than once");
    }

    @Test
    void check_sameValueAgainLater_isBoth() {
        LinearHistory.Verdict verdict = LinearHistory.check(List.of(log(call(0, 1, 7), call(2, 3, 7))));

        assertThat(verdict.duplicates()).isEqualTo(1);
        assertThat(verdict.stale()).isEqualTo(1);
    }

    @Test
    void check_clockPassesTheEndOfItsRange_stillCompares() {
        long late = Long.MAX_VALUE - 5;

        assertThat(LinearHistory.check(List.of(log(call(late, late + 2, 1), call(late + 4, late + 10, 2))))
                        .passed())
                .isTrue();
        assertThat(LinearHistory.check(List.of(log(call(late, late + 2, 2), call(late + 4, late + 10, 1))))
                        .stale())
                .isEqualTo(1);
    }

    @Test
    void check_manyFaults_countsAllAndTellsTen() {
        List<Call> calls = new ArrayList<>();
        for (int i = 0; i < 100; i++) {
            calls.add(call(2L * i, 2L * i + 1, 1000 - i));
        }
        LinearHistory.Verdict verdict = LinearHistory.check(List.of(log(calls.toArray(Call[]::new))));

        assertThat(verdict.stale()).isEqualTo(99);
        assertThat(verdict.faults()).hasSize(LinearHistory.MAX_FAULTS);
    }

    /** Against the definition itself, pair by pair. */
    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8})
    void check_randomHistories_agreesWithComparingAllPairs(long seed) {
        SplittableRandom random = new SplittableRandom(seed);
        for (int round = 0; round < 200; round++) {
            List<List<Call>> history = history(random);
            LinearHistory.Verdict verdict = LinearHistory.check(history.stream()
                    .map(calls -> log(calls.toArray(Call[]::new)))
                    .toList());

            List<Call> all = history.stream().flatMap(List::stream).toList();
            assertThat(verdict.stale()).isEqualTo(staleByPairs(all));
            assertThat(verdict.duplicates()).isEqualTo(duplicatesBySet(all));
        }
    }

    private static List<List<Call>> history(SplittableRandom random) {
        List<List<Call>> history = new ArrayList<>();
        for (int caller = random.nextInt(1, 5); caller > 0; caller--) {
            history.add(calls(random));
        }
        return history;
    }

    private static List<Call> calls(SplittableRandom random) {
        List<Call> calls = new ArrayList<>();
        long time = 0;
        for (int count = random.nextInt(8); count > 0; count--) {
            long begin = time + random.nextInt(6);
            long end = begin + random.nextInt(8);
            calls.add(call(begin, end, (begin + end) / 2 + random.nextInt(3)));
            time = end;
        }
        return calls;
    }

    private static long staleByPairs(List<Call> calls) {
        return calls.stream()
                .filter(call -> calls.stream()
                        .anyMatch(before -> before.end() < call.begin() && before.value() >= call.value()))
                .count();
    }

    private static long duplicatesBySet(List<Call> calls) {
        Set<Long> seen = new HashSet<>();
        return calls.stream().filter(call -> !seen.add(call.value())).count();
    }

    private static Call call(long begin, long end, long value) {
        return new Call(begin, end, value);
    }

    private static CallLog log(Call... calls) {
        CallLog log = new CallLog(CALLS_OF_A_LOG);
        for (Call call : calls) {
            log.add(call.begin(), call.end(), call.value());
        }
        return log;
    }
}
