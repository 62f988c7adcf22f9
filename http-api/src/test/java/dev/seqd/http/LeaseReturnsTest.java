package dev.seqd.http;

import static org.assertj.core.api.Assertions.assertThat;

import dev.seqd.allocator.Recall;
import dev.seqd.core.Block;
import dev.seqd.core.SequenceName;
import java.util.List;
import org.junit.jupiter.api.Test;

class LeaseReturnsTest {
    private final LeaseReturns returns = new LeaseReturns();

    private void gaveUp(String name, Recall.Part... parts) {
        returns.returned(new Recall.Returned(returns.ask(new SequenceName(name)), List.of(parts)));
    }

    private static Recall.Part part() {
        return new Recall.Part("g", new Block(1, 1, 10, 1, 1));
    }

    @Test
    void next_nothingWasHeld_sendsNothingAndIsDone() {
        gaveUp("empty");

        assertThat(returns.next()).isNull();
        assertThat(returns.isDone()).isTrue();
    }

    @Test
    void next_more_areSentAFewAtATime() {
        for (int i = 0; i < 100; i++) {
            gaveUp("s" + i, part());
        }
        int sent = 0;
        while (returns.next() != null) {
            sent++;
        }
        assertThat(sent).isEqualTo(64);

        returns.over();
        assertThat(returns.next()).isEqualTo(new LeaseReturns.Return(new SequenceName("s64"), List.of(part())));
        assertThat(returns.next()).isNull();
    }

    @Test
    void isDone_askedOrUnderWay_isNot() {
        long serial = returns.ask(new SequenceName("s"));
        assertThat(returns.isDone()).isFalse();
        returns.returned(new Recall.Returned(serial, List.of(part())));
        assertThat(returns.next().values()).isEqualTo(10);
        assertThat(returns.isDone()).isFalse();

        returns.over();

        assertThat(returns.isDone()).isTrue();
    }
}
