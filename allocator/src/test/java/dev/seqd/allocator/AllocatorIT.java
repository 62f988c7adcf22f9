package dev.seqd.allocator;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.seqd.core.After;
import dev.seqd.core.SeqdError;
import dev.seqd.core.SequenceName;
import dev.seqd.core.SequenceOptions;
import dev.seqd.database.Database;
import dev.seqd.database.DatabaseSettings;
import dev.seqd.database.TestDatabases;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.stream.IntStream;
import org.apache.pekko.actor.typed.ActorRef;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInfo;
import org.junit.jupiter.api.extension.ExtendWith;

/** One node and its database; each test has a sequence of its own. */
@ExtendWith(TestDatabases.class)
class AllocatorIT {
    private static final Duration LIMIT = Duration.ofSeconds(20);

    private static TestNode node;
    private static Database database;

    private String name;
    private JournalRows rows;

    @BeforeAll
    static void start(DatabaseSettings settings) {
        node = TestNode.joined(settings, "seqd.counter.reserve { min = 10, max = 200 }");
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
    void create_new_isJournaledOnceAndDescribed() {
        Allocator.Creation first = node.create(name, SequenceOptions.NONE.withStart(5L));
        Allocator.Creation second = node.create(name, SequenceOptions.NONE.withStart(5L));

        assertThat(first.created()).isTrue();
        assertThat(second.created()).isFalse();
        assertThat(second.description()).isEqualTo(first.description());
        assertThat(node.describe(name)).isEqualTo(first.description());
        assertThat(first.description().progress().next()).isEqualTo(5);
        assertThat(first.description().progress().highWater()).isNull();
        assertThat(rows.last()).isEqualTo(1);
        assertThat(TestNode.errorOf(node.allocator.create(sequence(), SequenceOptions.NONE, false)))
                .isEqualTo(SeqdError.SEQUENCE_EXISTS);
        assertThat(TestNode.errorOf(node.allocator.create(
                        new SequenceName("other"), SequenceOptions.NONE.withIncrement(0L), false)))
                .isEqualTo(SeqdError.INVALID_DEFINITION);
    }

    @Test
    void lease_severalTimes_goesOnWhereItWasAndJournalsTheMark() {
        node.create(name);

        assertThat(node.lease(name, 5).block().first()).isEqualTo(1);
        Grant grant = node.lease(name, 5);

        assertThat(grant.block().first()).isEqualTo(6);
        assertThat(grant.block().last()).isEqualTo(10);
        assertThat(rows.mark()).isGreaterThanOrEqualTo(10);
        assertThat(node.describe(name).progress().next()).isEqualTo(11);
        await().atMost(LIMIT).until(() -> node.describe(name).progress().highWater() == rows.mark());
    }

    @Test
    void lease_after_liesBeyondIt() {
        node.create(name);
        node.lease(name, 1);

        assertThat(node.lease(name, 1, new After(50, 1L, 1L)).block().first()).isEqualTo(51);
        assertThat(node.lease(name, 1, new After(5_000, 1L, 1L)).block().first())
                .isEqualTo(5_001);
        assertThat(TestNode.errorOf(node.allocator.lease(sequence(), TestNode.request(1, new After(1L << 60, 1L, 1L)))))
                .isEqualTo(SeqdError.BEYOND_MARK);
        assertThat(TestNode.errorOf(
                        node.allocator.lease(sequence(), TestNode.request(1, new After(1L << 60, null, null)))))
                .isEqualTo(SeqdError.BEYOND_MARK);
    }

    @Test
    void lease_bothEndsOfLong_endsThere() {
        node.create(name, SequenceOptions.NONE.withStart(Long.MAX_VALUE - 1));
        assertThat(node.lease(name, 1).block().first()).isEqualTo(Long.MAX_VALUE - 1);
        assertThat(node.lease(name, 1).block().first()).isEqualTo(Long.MAX_VALUE);
        assertThat(node.errorOfLease(name)).isEqualTo(SeqdError.EXHAUSTED);
        assertThat(node.errorOfLease(name)).isEqualTo(SeqdError.EXHAUSTED);
        assertThat(node.describe(name).progress().exhausted()).isTrue();
        assertThat(node.describe(name).progress().next()).isNull();
    }

    @Test
    void alter_change_isJournaledAndUsed() {
        node.create(name);
        node.lease(name, 3);
        assertThat(rows.mark()).isGreaterThan(3);

        SequenceDescription altered =
                TestNode.get(node.allocator.alter(sequence(), SequenceOptions.NONE.withIncrement(7L), false, 1L));

        assertThat(altered.version()).isEqualTo(2);
        assertThat(altered.definition().increment()).isEqualTo(7);
        assertThat(node.lease(name, 2).block().first()).isEqualTo(3 + 7);
        assertThat(TestNode.errorOf(node.allocator.alter(sequence(), SequenceOptions.NONE.withCycle(true), false, 1L)))
                .isEqualTo(SeqdError.PRECONDITION_FAILED);
        assertThat(TestNode.get(node.allocator.alter(sequence(), SequenceOptions.NONE, false, null))
                        .version())
                .isEqualTo(2);
    }

    @Test
    void drop_sequence_isUnknownUntilCreatedAgainBeyondItsValues() {
        node.create(name);
        node.lease(name, 1);
        TestNode.get(node.allocator.drop(sequence()));

        assertThat(node.errorOfLease(name)).isEqualTo(SeqdError.UNKNOWN_SEQUENCE);
        assertThat(TestNode.errorOf(node.allocator.describe(sequence()))).isEqualTo(SeqdError.UNKNOWN_SEQUENCE);
        assertThat(TestNode.errorOf(node.allocator.drop(sequence()))).isEqualTo(SeqdError.UNKNOWN_SEQUENCE);
        assertThat(TestNode.errorOf(node.allocator.create(sequence(), SequenceOptions.NONE, false)))
                .isEqualTo(SeqdError.WOULD_REUSE);
        assertThat(node.create(name, SequenceOptions.NONE.withStart(100_000L)).created())
                .isTrue();
        assertThat(node.lease(name, 1).block().first()).isEqualTo(100_000);
    }

    @Test
    void anyCall_unknownName_isRefusedAndNothingIsJournaled() {
        assertThat(node.errorOfLease(name)).isEqualTo(SeqdError.UNKNOWN_SEQUENCE);
        assertThat(TestNode.errorOf(node.allocator.describe(sequence()))).isEqualTo(SeqdError.UNKNOWN_SEQUENCE);
        assertThat(TestNode.errorOf(
                        node.allocator.alter(sequence(), SequenceOptions.NONE.withCycle(true), false, null)))
                .isEqualTo(SeqdError.UNKNOWN_SEQUENCE);

        assertThat(rows.head()).isEqualTo("none");
    }

    @Test
    void firstUse_hundredAtOnce_givesDistinctValuesAndOneCreation() {
        List<CompletionStage<Allocator.Creation>> creations = IntStream.range(0, 100)
                .mapToObj(i -> node.allocator.create(sequence(), SequenceOptions.NONE, false))
                .toList();
        List<CompletionStage<Grant>> leases = IntStream.range(0, 100)
                .mapToObj(i -> node.allocator.lease(sequence(), TestNode.request(1, null)))
                .toList();

        assertThat(creations.stream().map(TestNode::get).filter(Allocator.Creation::created))
                .hasSize(1);
        List<Long> values = new ArrayList<>();
        for (CompletionStage<Grant> lease : leases) {
            try {
                values.add(TestNode.get(lease).block().first());
            } catch (RuntimeException e) {
                assertThat(TestNode.errorOf(lease))
                        .isEqualTo(SeqdError.UNKNOWN_SEQUENCE); // it came before the creation
            }
        }
        assertThat(values).doesNotHaveDuplicates();
        assertThat(rows.count("created")).isEqualTo(1);
    }

    @Test
    void list_prefix_isWhatTheJournalsSay() {
        node.create(name + ":b");
        node.create(name + ":a", SequenceOptions.NONE.withIncrement(-1L));
        node.lease(name + ":a", 1);
        TestNode.get(node.allocator.drop(
                new SequenceName(node.create(name + ":c").description().name())));

        List<SequenceDescription> all = TestNode.get(node.allocator.list(name + ":", "", 10));
        List<SequenceDescription> rest = TestNode.get(node.allocator.list(name + ":", name + ":a", 10));

        assertThat(all).extracting(SequenceDescription::name).containsExactly(name + ":a", name + ":b");
        assertThat(all.get(0).definition()).isEqualTo(node.describe(name + ":a").definition());
        assertThat(all.get(0).progress().highWater()).isNegative();
        assertThat(all.get(1)).isEqualTo(node.describe(name + ":b"));
        assertThat(rest).hasSize(1);
    }

    @Test
    void members_alone_isThisNode() {
        assertThat(TestNode.get(node.allocator.members())).singleElement().satisfies(member -> {
            assertThat(member.state()).isEqualTo("up");
            assertThat(member.httpEndpoint()).isEqualTo("http://127.0.0.1:1");
            assertThat(member.shards()).isPositive();
        });
    }

    @Test
    void raise_anotherWriterWasFirst_recoversByItselfAndUsesNothingTwice() {
        node.create(name);
        long rejectionsBefore = node.allocator.counts().fenceRejections().sum();
        List<Long> values = new ArrayList<>();
        for (int round = 0; round < 5; round++) {
            long theirs = rows.last() == 1 ? 1 : rows.mark() + 1;
            rows.raise(rows.last() + 1, theirs, theirs + 9);
            values.add(theirs);
            for (int i = 0; i < 3; i++) {
                Grant grant = node.lease(name, 1000);
                LongRange.of(grant).forEach(values::add);
            }
        }

        assertThat(values).doesNotHaveDuplicates();
        assertThat(node.allocator.counts().fenceRejections().sum() - rejectionsBefore)
                .isEqualTo(5);
        assertThat(node.allocator.counts().regressions().sum()).isZero();
    }

    private interface LongRange {
        static List<Long> of(Grant grant) {
            return IntStream.range(0, (int) grant.block().count())
                    .mapToObj(i -> grant.block().valueAt(i))
                    .toList();
        }
    }

    @Test
    void create_anotherWriterWasFirst_isToldAtOnceAndGoesOn() {
        assertThat(node.errorOfLease(name)).isEqualTo(SeqdError.UNKNOWN_SEQUENCE);
        JournalRows.ofThreeEvents(database, name);

        assertThat(TestNode.errorOf(node.allocator.create(sequence(), SequenceOptions.NONE, false)))
                .isEqualTo(SeqdError.UNAVAILABLE);

        assertThat(node.create(name).created()).isFalse();
        assertThat(node.lease(name, 1).block().first()).isEqualTo(21);
    }

    private void assertCorruptUntil(Runnable repair) {
        assertThat(node.errorOfLease(name)).isEqualTo(SeqdError.UNAVAILABLE);
        assertThat(TestNode.errorOf(node.allocator.describe(sequence()))).isEqualTo(SeqdError.UNAVAILABLE);
        node.create(name + "-healthy");
        assertThat(node.lease(name + "-healthy", 1).block().first()).isEqualTo(1);

        repair.run();

        await().atMost(LIMIT)
                .until(() -> node.allocator
                        .lease(sequence(), TestNode.request(1, null))
                        .handle((grant, failure) -> failure == null)
                        .toCompletableFuture()
                        .join());
        assertThat(node.lease(name, 1).block().first()).isGreaterThan(20);
    }

    @Test
    void recovery_bytesOfAnEventDamaged_stopsThisCounterOnlyUntilRepaired() {
        JournalRows.ofThreeEvents(database, name);
        long before = node.allocator.counts().corruptions().sum();
        rows.tamper("UPDATE event_journal SET event_payload = convert_to(replace(convert_from(event_payload, 'UTF8'),"
                + " '\"last\"', '\"lost\"'), 'UTF8') WHERE persistence_id = $ID AND sequence_number = 2");

        assertCorruptUntil(() -> rows.tamper("UPDATE event_journal SET event_payload ="
                + " convert_to(replace(convert_from(event_payload, 'UTF8'), '\"lost\"', '\"last\"'), 'UTF8')"
                + " WHERE persistence_id = $ID AND sequence_number = 2"));
        assertThat(node.allocator.counts().corruptions().sum() - before).isEqualTo(1);
    }

    @Test
    void recovery_rangesOverlap_stopsThisCounterOnlyUntilRepaired() {
        JournalRows.ofThreeEvents(database, name);
        rows.tamper("UPDATE event_journal SET event_payload = (SELECT event_payload FROM event_journal WHERE"
                + " persistence_id = $ID AND sequence_number = 2) WHERE persistence_id = $ID AND sequence_number = 3");

        assertCorruptUntil(() -> rows.tamper("UPDATE event_journal SET event_payload ="
                + " convert_to(replace(replace(convert_from(event_payload, 'UTF8'), '\"first\":1,', '\"first\":11,'),"
                + " '\"last\":10', '\"last\":20'), 'UTF8') WHERE persistence_id = $ID AND sequence_number = 3"));
    }

    @Test
    void recovery_lastEventDeleted_stopsThisCounterOnlyUntilRepaired() {
        JournalRows.ofThreeEvents(database, name);
        rows.tamper(
                "CREATE TABLE saved AS SELECT * FROM event_journal WHERE persistence_id = $ID AND sequence_number = 3");
        rows.tamper("DELETE FROM event_journal WHERE persistence_id = $ID AND sequence_number = 3");

        assertCorruptUntil(() -> rows.tamper("INSERT INTO event_journal SELECT * FROM saved"));
    }

    @Test
    void recovery_headAheadOfTheEvents_stopsThisCounterOnlyUntilRepaired() {
        JournalRows.ofThreeEvents(database, name);
        rows.tamper("UPDATE seqd_sequence SET sequence_number = 4 WHERE persistence_id = $ID");

        assertCorruptUntil(
                () -> rows.tamper("UPDATE seqd_sequence SET sequence_number = 3 WHERE persistence_id = $ID"));
    }

    @Test
    void recovery_markLoweredInTheHead_stopsThisCounterOnlyUntilRepaired() {
        JournalRows.ofThreeEvents(database, name);
        rows.tamper("UPDATE seqd_sequence SET mark = mark - 5 WHERE persistence_id = $ID");

        assertCorruptUntil(() -> rows.tamper("UPDATE seqd_sequence SET mark = mark + 5 WHERE persistence_id = $ID"));
    }

    @Test
    void recovery_headGone_stopsThisCounterOnlyUntilRepaired() {
        JournalRows.ofThreeEvents(database, name);
        rows.tamper("CREATE TABLE saved_head AS SELECT * FROM seqd_sequence WHERE persistence_id = $ID");
        rows.tamper("DELETE FROM seqd_sequence WHERE persistence_id = $ID");

        assertCorruptUntil(() -> rows.tamper("INSERT INTO seqd_sequence SELECT * FROM saved_head"));
    }

    @Test
    void twoCountersOfOneName_bothDriven_neverHandOutAValueTwice() {
        node.create(name);
        TwoOwners owners = new TwoOwners(node.allocator, name, database);
        ActorRef<Counter.Command> one = owners.start();
        ActorRef<Counter.Command> other = owners.start();
        long rejectionsBefore = node.allocator.counts().fenceRejections().sum();
        List<Long> values = new ArrayList<>();
        for (int round = 0; round < 20; round++) {
            CompletableFuture<Grant> first = owners.lease(one);
            CompletableFuture<Grant> second = owners.lease(other);
            values.addAll(LongRange.of(TestNode.get(first)));
            values.addAll(LongRange.of(TestNode.get(second)));
        }

        assertThat(values).hasSizeGreaterThan(300).doesNotHaveDuplicates();
        assertThat(node.allocator.counts().fenceRejections().sum() - rejectionsBefore)
                .isGreaterThan(3);
        // All of it can be read again, though two writers took turns.
        long next = TestNode.get(owners.lease(owners.start())).block().first();
        assertThat(next).isGreaterThan(Collections.max(values));
    }
}
