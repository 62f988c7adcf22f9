package dev.seqd.client;

import static org.assertj.core.api.Assertions.assertThat;

import dev.seqd.core.Block;
import dev.seqd.core.RefillPolicy;
import java.time.Duration;
import org.junit.jupiter.api.Test;

class StockLimitTest {
    private final RefillPolicy own = Settings.policy(Duration.ofSeconds(30), 1000);
    private final StockLimit limit = new StockLimit(own);

    @Test
    void note_blockInFull_keepsTheOwnLimit() {
        limit.note(500, grant(500, 50));

        assertThat(limit.policy()).isEqualTo(own);
    }

    @Test
    void note_blockCutToTheAdvice_isTheLimit() {
        limit.note(500, grant(5, 5));

        assertThat(limit.policy()).isEqualTo(new RefillPolicy(5, 5, own.buffer(), own.target()));
    }

    @Test
    void note_shortBlockBelowTheAdvice_isWhatTheNodeHadAtHand() {
        limit.note(500, grant(3, 300));

        assertThat(limit.policy()).isEqualTo(own);
    }

    @Test
    void note_smallBlocksInFull_keepTheLimit() {
        limit.note(500, grant(50, 50));
        limit.note(25, grant(25, 50));
        limit.note(50, grant(50, 50));
        limit.note(30, grant(12, 50));

        assertThat(limit.policy().max()).isEqualTo(50);
    }

    @Test
    void note_furtherCut_lowersTheLimit() {
        limit.note(500, grant(50, 50));
        limit.note(50, grant(20, 20));

        assertThat(limit.policy().max()).isEqualTo(20);
    }

    @Test
    void note_adviceBeyondTheLimit_liftsIt() {
        limit.note(500, grant(50, 50));
        limit.note(25, grant(25, 51));

        assertThat(limit.policy()).isEqualTo(own);
    }

    @Test
    void note_blockBeyondTheLimit_liftsIt() {
        limit.note(500, grant(50, 50));
        limit.note(60, grant(60, 50));

        assertThat(limit.policy()).isEqualTo(own);
    }

    @Test
    void note_cutBeyondTheOwnLimit_keepsTheOwn() {
        limit.note(9000, grant(5000, 5000));

        assertThat(limit.policy()).isEqualTo(own);
    }

    @Test
    void note_uncacheable_tellsNothingOfStocks() {
        limit.note(500, grant(50, 50));
        limit.note(10, new Grant("s", new Block(1, 1, 1, 1, 1), false, 1));

        assertThat(limit.policy()).isEqualTo(own);
    }

    private static Grant grant(long count, long suggested) {
        return new Grant("s", new Block(1, 1, count, 1, 1), true, suggested);
    }
}
