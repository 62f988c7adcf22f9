package dev.seqd.client;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.time.Duration;
import org.junit.jupiter.api.Test;

class KnownNamesTest {
    private final Rig rig = new Rig();

    @Test
    void counter_sameNameInAnyObject_isTheSame() {
        Counter counter = rig.engine.counter("orders_seq");

        assertThat(rig.engine.counter("orders_seq")).isSameAs(counter);
        assertThat(rig.engine.counter(computed("orders_seq"))).isSameAs(counter);
        assertThat(rig.engine.counter("orders_seq")).isSameAs(counter);
    }

    @Test
    void counter_namesWithEqualHashes_areKeptApart() {
        Counter one = rig.engine.counter("Aa");
        Counter other = rig.engine.counter("BB");

        assertThat(one).isNotSameAs(other);
        assertThat(rig.engine.counter("Aa")).isSameAs(one);
        assertThat(rig.engine.counter("BB")).isSameAs(other);
    }

    @Test
    void find_literalFirstUsedAsAComputedName_isFoundAllTheSame() {
        KnownNames names = new KnownNames();
        Counter counter = rig.engine.counter(computed("orders_seq"));
        names.note("orders_seq", counter);

        assertThat(names.find("orders_seq")).isSameAs(counter);
        assertThat(names.find(computed("orders_seq"))).isNull();
    }

    @Test
    void find_forgotten_isNotFound() {
        rig.source.fail(new IOException("no"));
        Counter first = rig.engine.counter("s");
        rig.calls("s", 1);
        rig.pass(Duration.ofSeconds(70));

        assertThat(rig.engine.counter("s")).isNotSameAs(first);
    }

    /** The same name as another object. */
    private static String computed(String name) {
        return new String(name.toCharArray());
    }

    @Test
    void note_slotIsTaken_leavesItToTheFirst() {
        KnownNames names = new KnownNames();
        Counter one = rig.engine.counter("Aa");
        names.note("Aa", one);
        names.note("BB", rig.engine.counter("BB"));

        assertThat(names.find("Aa")).isSameAs(one);
        assertThat(names.find("BB")).isNull();
    }
}
