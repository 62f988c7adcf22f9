package dev.seqd.allocator;

import static org.assertj.core.api.Assertions.assertThat;

import java.sql.BatchUpdateException;
import java.sql.SQLException;
import java.util.concurrent.CompletionException;
import org.junit.jupiter.api.Test;

class FenceRejectionTest {
    private static final String ID = "counter|orders";
    private static final String FENCE_TEXT =
            "ERROR: seqd fence: event 5 does not follow head 5 of counter|orders\n  Where: PL/pgSQL function seqd_refuse";
    private static final String KEY_TEXT =
            "ERROR: duplicate key value violates unique constraint \"event_journal_pkey\"\n"
                    + "  Detail: Key (persistence_id, sequence_number)=(counter|orders, 5) already exists.";
    private static final String HEAD_TEXT =
            "ERROR: duplicate key value violates unique constraint \"seqd_sequence_pkey\"\n"
                    + "  Detail: Key (persistence_id)=(counter|orders) already exists.";

    private static SQLException batch(SQLException reason) {
        BatchUpdateException failed =
                new BatchUpdateException("Batch entry 0 insert ... was aborted", reason.getSQLState(), new int[0]);
        failed.setNextException(reason);
        return failed;
    }

    @Test
    void isCauseOf_fenceOrKeyAtAnyDepth_isTrue() {
        SQLException fence = new SQLException(FENCE_TEXT, "SQ001");

        assertThat(FenceRejection.isCauseOf(fence)).isTrue();
        assertThat(FenceRejection.isCauseOf(new SQLException(KEY_TEXT, "23505")))
                .isTrue();
        assertThat(FenceRejection.isCauseOf(new CompletionException(batch(fence))))
                .isTrue();
    }

    @Test
    void isCauseOf_otherFailure_isFalse() {
        assertThat(FenceRejection.isCauseOf(new SQLException("broken", "08006")))
                .isFalse();
        assertThat(FenceRejection.isCauseOf(new IllegalStateException("SQ001"))).isFalse();
        assertThat(FenceRejection.isCauseOf(batch(new SQLException("no state"))))
                .isFalse();
    }

    @Test
    void isCauseOf_endlessChain_ends() {
        SQLException first = new SQLException("a", "08006");
        SQLException second = new SQLException("b", "08006", first);
        first.initCause(second);

        assertThat(FenceRejection.isCauseOf(first)).isFalse();
    }

    @Test
    void textOf_rejection_isItsFirstLine() {
        assertThat(FenceRejection.textOf(batch(new SQLException(FENCE_TEXT, "SQ001"))))
                .isEqualTo("ERROR: seqd fence: event 5 does not follow head 5 of counter|orders");
        assertThat(FenceRejection.textOf(new IllegalStateException())).isEmpty();
    }

    @Test
    void concerns_ownWrite_isTrue() {
        assertThat(FenceRejection.concerns(ID, batch(new SQLException(FENCE_TEXT, "SQ001"))))
                .isTrue();
        assertThat(FenceRejection.concerns(ID, new SQLException(KEY_TEXT, "23505")))
                .isTrue();
        assertThat(FenceRejection.concerns(ID, new SQLException(HEAD_TEXT, "23505")))
                .isTrue();
    }

    @Test
    void concerns_writeOfAnotherCounterInTheBatch_isFalse() {
        SQLException batch = batch(new SQLException(FENCE_TEXT, "SQ001"));

        assertThat(FenceRejection.concerns("counter|order", batch)).isFalse();
        assertThat(FenceRejection.concerns("counter|my-counter|orders", batch)).isFalse();
        assertThat(FenceRejection.concerns("counter|orders", new SQLException("broken", "08006")))
                .isFalse();
    }
}
