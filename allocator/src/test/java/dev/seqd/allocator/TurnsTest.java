package dev.seqd.allocator;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class TurnsTest {
    private final Turns turns = new Turns(2);
    private final List<String> begun = new ArrayList<>();

    private Turns.Turn take(String who) {
        return turns.take(() -> begun.add(who));
    }

    @Test
    void take_allTaken_waitsUntilOneEnds() {
        Turns.Turn first = take("a");
        take("b");
        take("c");
        take("d");
        assertThat(begun).containsExactly("a", "b");

        first.end();
        first.end();

        assertThat(begun).containsExactly("a", "b", "c");
    }

    @Test
    void end_severalWait_theMostWantedIsNextThenTheFirst() {
        Turns.Turn first = take("a");
        Turns.Turn second = take("b");
        take("early");
        take("late");
        Turns.Turn hot = take("hot");
        Turns.Turn warm = take("warm");
        warm.wanted(2);
        hot.wanted(40);
        hot.wanted(60);

        first.end();
        second.end();
        assertThat(begun).containsExactly("a", "b", "hot", "warm");
        hot.end();
        warm.end();
        assertThat(begun).endsWith("early", "late");
    }

    @Test
    void end_beforeItsTurn_givesItsPlaceUp() {
        Turns.Turn first = take("a");
        take("b");
        Turns.Turn gone = take("gone");
        take("c");
        gone.end();
        gone.wanted(10);

        first.end();

        assertThat(begun).containsExactly("a", "b", "c");
    }

    @Test
    void wanted_withoutEnd_neverOverflows() {
        Turns.Turn first = take("a");
        take("b");
        Turns.Turn much = take("much");
        much.wanted(Long.MAX_VALUE);
        much.wanted(Long.MAX_VALUE);

        first.end();

        assertThat(begun).endsWith("much");
    }
}
