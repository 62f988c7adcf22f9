package dev.seqd.allocator;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.seqd.core.Block;
import dev.seqd.core.Cursor;
import dev.seqd.core.Extremes;
import dev.seqd.core.Position;
import dev.seqd.core.Reach;
import dev.seqd.core.SequenceDefinition;
import dev.seqd.core.SequenceEvent.Advanced;
import dev.seqd.core.SequenceEvent.Altered;
import dev.seqd.core.SequenceEvent.Created;
import dev.seqd.core.SequenceEvent.Dropped;
import dev.seqd.core.SequenceEvent.HighWaterRaised;
import dev.seqd.core.SequenceEvent.Released;
import dev.seqd.core.SequenceEvent.Repositioned;
import dev.seqd.core.SequenceOptions;
import dev.seqd.database.Database;
import dev.seqd.database.DatabaseSettings;
import dev.seqd.database.Schema;
import dev.seqd.database.TestDatabases;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInfo;
import org.junit.jupiter.api.extension.ExtendWith;

/** What the fence makes of releases, moves and new epochs. */
@ExtendWith(TestDatabases.class)
class FenceChangeIT {
    private static final SequenceDefinition UP = SequenceDefinition.of(SequenceOptions.NONE);
    private static final SequenceDefinition DOWN = SequenceDefinition.of(
            SequenceOptions.NONE.withIncrement(-1).withMin(-1000).withMax(1000));

    private static Database database;

    private JournalRows rows;

    @BeforeAll
    static void open(DatabaseSettings settings) {
        Schema.upgrade(settings);
        database = Database.open(settings);
    }

    @AfterAll
    static void close() {
        database.close();
    }

    /** A sequence of which an older writer raised 1 to 10, and {@code me} 11 to 30. */
    @BeforeEach
    void ownCounter(TestInfo test) {
        rows = new JournalRows(database, test.getTestMethod().orElseThrow().getName());
        rows.write(1, new Created(UP, 1));
        rows.raise(2, 1, 10);
        rows.writeAs("me", 3, JournalRows.raised(11, 20));
        rows.writeAs("me", 4, JournalRows.raised(21, 30));
    }

    private static Released releasedTo(long mark) {
        return new Released(new Reach(1, mark, new Cursor(mark, true), new Extremes(1, mark)));
    }

    private static void refused(Runnable write, String reason) {
        assertThatThrownBy(write::run).satisfies(failure -> {
            assertThat(FenceRejection.isCauseOf(failure)).isTrue();
            assertThat(FenceRejection.textOf(failure)).contains(reason);
        });
    }

    @Test
    void insert_releaseOfOwnRaises_lowersTheMarkAndLetsTheValuesComeAgain() {
        rows.writeAs("me", 5, releasedTo(15));

        assertThat(rows.head()).isEqualTo("event 5 version 1 epoch 1 lap 1 mark 15 at 15 t extremes 1 15 dropped f");
        refused(() -> rows.raise(6, 15, 20), "not beyond mark 15");
        rows.raise(6, 16, 20);
    }

    @Test
    void insert_releaseOfAllOwnRaises_isAsBeforeThem() {
        rows.writeAs("me", 5, releasedTo(10));

        assertThat(rows.mark()).isEqualTo(10);
    }

    @Test
    void insert_releaseOfWhatAnotherRaised_isRefused() {
        refused(() -> rows.writeAs("me", 5, releasedTo(9)), "gives back what is not its own");
        refused(() -> rows.writeAs("somebody", 5, releasedTo(25)), "gives back what is not its own");
        assertThat(rows.mark()).isEqualTo(30);
    }

    @Test
    void insert_releaseUpwards_isRefused() {
        refused(() -> rows.writeAs("me", 5, releasedTo(31)), "gives back what is not its own");
    }

    @Test
    void insert_releaseAfterAnotherWroteAgain_isRefused() {
        rows.raise(5, 31, 40);

        refused(() -> rows.writeAs("me", 6, releasedTo(25)), "gives back what is not its own");
    }

    @Test
    void insert_movedWithinTheEpoch_keepsTheMark() {
        rows.write(5, new Repositioned(new Cursor(100, false), 1));

        assertThat(rows.head()).isEqualTo("event 5 version 1 epoch 1 lap 1 mark 30 at 100 f extremes 1 30 dropped f");
        refused(() -> rows.raise(6, 30, 40), "not beyond mark 30");
        rows.raise(6, 100, 110);
    }

    @Test
    void insert_movedIntoTheNextEpoch_beginsAfresh() {
        rows.write(5, new Repositioned(new Cursor(5, false), 2));

        assertThat(rows.head()).isEqualTo("event 5 version 1 epoch 2 lap 1 mark - at 5 f extremes 1 30 dropped f");
        refused(() -> rows.raise(6, 5, 10), "is none of epoch 2");
        rows.write(6, new HighWaterRaised(new Block(5, 1, 6, 2, 1)));
        refused(() -> rows.write(7, new Repositioned(new Cursor(5, false), 1)), "epoch 1 does not follow 2");
        refused(() -> rows.write(7, new Repositioned(new Cursor(5, false), 4)), "epoch 4 does not follow 2");
    }

    @Test
    void insert_turnWithinTheEpoch_isRefused() {
        refused(() -> rows.write(5, new Altered(DOWN, 1)), "a change of direction within epoch 1");
        rows.write(5, new Altered(DOWN, 2));

        assertThat(rows.head()).isEqualTo("event 5 version 2 epoch 2 lap 1 mark - at 30 t extremes 1 30 dropped f");
    }

    @Test
    void insert_advanced_movesTheMarkAndNoReleaseGoesBackBehindIt() {
        rows.writeAs("me", 5, new Advanced(new Position(1, 1, 50), new Cursor(50, true)));

        assertThat(rows.head()).isEqualTo("event 5 version 1 epoch 1 lap 1 mark 50 at 50 t extremes 1 50 dropped f");
        refused(() -> rows.writeAs("me", 6, releasedTo(25)), "gives back what is not its own");
        refused(() -> rows.raise(6, 50, 60), "not beyond mark 50");
        rows.writeAs("me", 6, JournalRows.raised(51, 60));
        refused(() -> rows.writeAs("me", 7, releasedTo(49)), "gives back what is not its own");
        rows.writeAs("me", 7, releasedTo(55));
    }

    @Test
    void insert_advancedIntoALaterEpoch_beginsItAtTheMark() {
        rows.write(5, new Advanced(new Position(4, 1, 50), new Cursor(50, true)));

        assertThat(rows.head()).isEqualTo("event 5 version 1 epoch 4 lap 1 mark 50 at 50 t extremes 1 50 dropped f");
    }

    @Test
    void insert_advancedBackwards_isRefused() {
        refused(
                () -> rows.write(5, new Advanced(new Position(1, 1, 30), new Cursor(30, true))),
                "mark 30 of epoch 1 is not beyond mark 30");
        rows.write(5, new Advanced(new Position(2, 1, 50), new Cursor(50, true)));
        refused(
                () -> rows.write(6, new Advanced(new Position(1, 1, 90), new Cursor(90, true))),
                "is not beyond mark 50");
    }

    @Test
    void changeId_changesOnly_growsWithEachCommit() {
        String id = "SELECT change_id FROM seqd_sequence WHERE name = 'changeId_changesOnly_growsWithEachCommit'";
        assertThat(JournalRows.value(database, id)).isEqualTo("0");

        rows.write(5, new Repositioned(new Cursor(100, false), 1));
        long moved = Long.parseLong(JournalRows.value(database, id));
        rows.raise(6, 100, 110);
        assertThat(Long.parseLong(JournalRows.value(database, id))).isEqualTo(moved);
        rows.write(7, new Dropped());

        assertThat(Long.parseLong(JournalRows.value(database, id))).isGreaterThan(moved);
    }
}
