package dev.seqd.faults;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

/** The judge finds what it is there to find, and nothing else. */
class JudgeTest {
    private static final Numbers UP = new Numbers("up", 1000, 5, "", false);
    private static final Numbers DOWN = new Numbers("down", -1, -7, "", false);
    private static final Numbers STRICT = new Numbers("strict", 1, 1, "", true);

    private final JournalReading journal = new JournalReading(List.of(new Span(0, 9), new Span(10, 19)), List.of());

    @Test
    void faults_everyoneInOrderAndCovered_none() {
        assertThat(judge(trail(UP, 1000, 1005, 1010, 1050), trail(UP, 1015, 1095)))
                .isEmpty();
        assertThat(Judge.faults(DOWN, List.of(trail(DOWN, -1, -8, -22)), journal))
                .isEmpty();
    }

    @Test
    void faults_numberTwice_isFound() {
        assertThat(judge(trail(UP, 1000, 1005, 1010), trail(UP, 1010, 1015)))
                .containsExactly("up: got twice: 1010 to 1010");
    }

    @Test
    void faults_rangeInsideAnother_isFound() {
        assertThat(judge(trail(UP, 1000, 1005, 1010, 1015), trail(UP, 1005), trail(UP, 1010)))
                .hasSize(2);
    }

    @Test
    void faults_callerGoesBack_isFound() {
        assertThat(judge(trail(UP, 1010, 1005))).containsExactly("up, caller: got 1005 after 1010");
        assertThat(Judge.faults(DOWN, List.of(trail(DOWN, -8, -1)), journal)).hasSize(1);
    }

    @Test
    void faults_numberOfAnother_isFound() {
        assertThat(judge(trail(UP, 1001))).singleElement().asString().contains("not of this sequence");
        assertThat(judge(trail(UP, 995)).get(0)).contains("not of this sequence");
    }

    @Test
    void faults_beyondAllRaises_isFound() {
        assertThat(judge(trail(UP, 1095, 1100))).containsExactly("up: got without a raise: some of 1095 to 1100");
    }

    @Test
    void faults_betweenTwoRaises_isFound() {
        JournalReading apart = new JournalReading(List.of(new Span(0, 4), new Span(6, 9)), List.of());

        assertThat(Judge.faults(UP, List.of(trail(UP, 1020, 1025, 1030)), apart))
                .hasSize(1);
    }

    @Test
    void faults_holeInTheJournal_isFound() {
        JournalReading damaged = new JournalReading(List.of(new Span(0, 9)), List.of("event 4 follows event 2"));

        assertThat(Judge.faults(UP, List.of(trail(UP, 1000)), damaged)).containsExactly("event 4 follows event 2");
    }

    @Test
    void faults_strictCallAfterAGreaterOneReturned_isFound() {
        Trail one = new Trail("one", STRICT, true);
        Trail other = new Trail("other", STRICT, true);
        one.add(5, 10, 20);
        other.add(4, 15, 30);
        assertThat(Judge.faults(STRICT, List.of(one, other), journal)).isEmpty();

        other.add(6, 40, 50);
        one.add(7, 41, 60);
        one.add(9, 61, 62);
        other.add(8, 63, 64);
        assertThat(Judge.faults(STRICT, List.of(one, other), journal))
                .containsExactly("strict: got 8 after another call had returned 9");
    }

    @Test
    void add_numbersInARow_areOneRun() {
        Trail trail = trail(UP, 1000, 1005, 1010, 1020);

        assertThat(trail.runs()).hasSize(2);
        assertThat(trail.runs().get(0)).isEqualTo(new Run(1000, 1010, 0, 5));
        assertThat(trail.count()).isEqualTo(4);
    }

    private List<String> judge(Trail... trails) {
        return Judge.faults(UP, List.of(trails), journal);
    }

    private static Trail trail(Numbers numbers, long... values) {
        Trail trail = new Trail("caller", numbers, false);
        long nanos = 0;
        for (long value : values) {
            trail.add(value, nanos, nanos + 1);
            nanos += 2;
        }
        return trail;
    }
}
