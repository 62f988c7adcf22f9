package dev.seqd.client.micrometer;

import static dev.seqd.client.micrometer.FakeClient.full;
import static dev.seqd.client.micrometer.FakeClient.served;
import static org.assertj.core.api.Assertions.assertThat;

import dev.seqd.client.CacheState;
import dev.seqd.client.SequenceStats;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

class LedgerTest {
    private final Ledger ledger = new Ledger(2);

    @Test
    void book_firstReading_addsAllOfIt() {
        book(full("a", CacheState.NORMAL, 1), full("b", CacheState.EMPTY, 10));

        assertThat(ledger.total()).isEqualTo(new Figures(11, 22, 16_500_000_000L, 33, 44, 55, 88));
    }

    @Test
    void book_again_addsTheDifference() {
        book(full("a", CacheState.NORMAL, 1));

        assertThat(ledger.book(List.of(full("a", CacheState.NORMAL, 3))).get("a"))
                .isEqualTo(Figures.of(full("a", CacheState.NORMAL, 2)));
        assertThat(ledger.total()).isEqualTo(Figures.of(full("a", CacheState.NORMAL, 3)));
    }

    @Test
    void book_sequenceGone_keepsItsPart() {
        book(served("a", 5), served("b", 7));
        book(served("b", 7));

        assertThat(ledger.total().served()).isEqualTo(12);
    }

    @Test
    void book_sequenceBackWithItsCounts_addsNothingTwice() {
        book(served("a", 5));
        book();
        book(served("a", 6));

        assertThat(ledger.total().served()).isEqualTo(6);
    }

    @Test
    void book_sequenceCountedAnew_addsAllOfIt() {
        book(served("a", 5));
        book(served("a", 2));
        book();
        book(served("a", 1));

        assertThat(ledger.total().served()).isEqualTo(8);
    }

    @Test
    void book_onlyOneCountBelow_isCountedAnew() {
        book(new SequenceStats("a", CacheState.NORMAL, 1, 0, Duration.ZERO, 0, 9, 0, 0, 0, 0));
        book(new SequenceStats("a", CacheState.NORMAL, 4, 0, Duration.ZERO, 0, 2, 0, 0, 0, 0));

        assertThat(ledger.total().served()).isEqualTo(5);
        assertThat(ledger.total().failedRefills()).isEqualTo(11);
    }

    @Test
    void book_moreGoneThanRemembered_forgetsTheOldest() {
        book(served("a", 1));
        book(served("b", 10));
        book(served("c", 100));
        book();
        book(served("b", 10), served("c", 100));
        assertThat(ledger.total().served()).isEqualTo(111);

        book(served("a", 1));
        assertThat(ledger.total().served()).isEqualTo(112);
    }

    private void book(SequenceStats... reading) {
        ledger.book(List.of(reading));
    }
}
