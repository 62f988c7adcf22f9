package dev.seqd.allocator;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.seqd.core.Block;
import dev.seqd.core.Position;
import dev.seqd.core.SeqdError;
import dev.seqd.core.SequenceName;
import dev.seqd.core.SequenceOptions;
import dev.seqd.database.Database;
import dev.seqd.database.DatabaseSettings;
import dev.seqd.database.TestDatabases;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletionStage;
import java.util.stream.LongStream;
import org.apache.pekko.cluster.sharding.typed.javadsl.ClusterSharding;
import org.apache.pekko.cluster.sharding.typed.javadsl.EntityRef;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInfo;
import org.junit.jupiter.api.extension.ExtendWith;

/** What a Counter and its journal make of changes, and of an end in good order. */
@ExtendWith(TestDatabases.class)
class ChangeIT {
    private static final Duration LIMIT = Duration.ofSeconds(20);

    private static TestNode node;
    private static Database database;

    private String name;
    private JournalRows rows;

    @BeforeAll
    static void start(DatabaseSettings settings) {
        node = TestNode.joined(settings);
        database = Database.open(settings.withPoolSize(1));
    }

    @AfterAll
    static void stop() {
        node.close();
        database.close();
    }

    @BeforeEach
    void ownSequence(TestInfo test) {
        name = test.getTestMethod().orElseThrow().getName();
        rows = new JournalRows(database, name);
    }

    private SequenceName sequence() {
        return new SequenceName(name);
    }

    @Test
    void restart_afterAChangeOfSizesOnly_isStillBeyondWhatWasIssued() {
        node.create(name);
        node.lease(name, 3);
        TestNode.get(node.allocator.alter(sequence(), SequenceOptions.NONE.withStart(50), false, null));

        TestNode.get(node.allocator.restart(sequence(), null, false));

        assertThat(node.lease(name, 1).block()).isEqualTo(new Block(50, 1, 1, 1, 1));
    }

    @Test
    void alter_cacheToOne_nextIsOneFurther() {
        node.create(name);
        node.lease(name, 3);
        SequenceOptions one = SequenceOptions.NONE.withCache(new SequenceOptions.Setting(1L));

        TestNode.get(node.allocator.alter(sequence(), one, false, null));

        assertThat(node.lease(name, 1).block()).isEqualTo(new Block(4, 1, 1, 1, 1));
    }

    @Test
    void restart_backwards_beginsAnEpochAndJournalsWhatWasReallyIssued() {
        node.create(name);
        node.lease(name, 3);
        assertThat(TestNode.errorOf(node.allocator.restart(sequence(), 2L, false)))
                .isEqualTo(SeqdError.WOULD_REUSE);
        assertThat(rows.mark()).isEqualTo(3);

        TestNode.get(node.allocator.restart(sequence(), 2L, true));

        assertThat(node.lease(name, 1).block()).isEqualTo(new Block(2, 1, 1, 2, 1));
    }

    @Test
    void setval_severalAtOnceWhileLeasesGoOn_handsOutNothingTwice() {
        node.create(name);
        List<CompletionStage<?>> changes = new ArrayList<>();
        List<CompletionStage<Grant>> leases = new ArrayList<>();
        for (int i = 0; i < 20; i++) {
            leases.add(node.allocator.lease(sequence(), TestNode.request(5, null)));
            changes.add(node.allocator.setval(sequence(), 1_000L * i, true, true));
            leases.add(node.allocator.lease(sequence(), TestNode.request(5, null)));
        }
        changes.forEach(change ->
                change.handle((done, failure) -> done).toCompletableFuture().join());

        List<Position> given = new ArrayList<>();
        for (CompletionStage<Grant> lease : leases) {
            lease.handle((grant, failure) -> grant == null ? List.<Position>of() : positions(grant))
                    .toCompletableFuture()
                    .join()
                    .forEach(given::add);
        }
        assertThat(given).isNotEmpty().doesNotHaveDuplicates();
    }

    private static List<Position> positions(Grant grant) {
        Block block = grant.block();
        return LongStream.range(0, block.count())
                .mapToObj(i -> new Position(block.epoch(), block.lap(), block.valueAt(i)))
                .toList();
    }

    @Test
    void stop_gracefully_leavesNoGap() {
        node.create(name);
        node.lease(name, 3);
        EntityRef<Counter.Command> counter =
                ClusterSharding.get(node.allocator.system()).entityRefFor(Allocator.COUNTER, name);

        counter.tell(new Counter.Stop());

        await().atMost(LIMIT).until(() -> rows.mark() == 3);
        await().atMost(LIMIT)
                .until(() -> node.allocator
                        .lease(sequence(), TestNode.request(1, null))
                        .handle((grant, failure) ->
                                grant != null && grant.block().first() == 4)
                        .toCompletableFuture()
                        .join());
    }
}
