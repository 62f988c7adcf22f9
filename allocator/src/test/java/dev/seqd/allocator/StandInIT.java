package dev.seqd.allocator;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.seqd.core.SeqdError;
import dev.seqd.core.SequenceName;
import dev.seqd.core.SequenceOptions;
import dev.seqd.core.SequenceOptions.Setting;
import dev.seqd.core.Ticker;
import dev.seqd.database.Database;
import dev.seqd.database.DatabaseSettings;
import dev.seqd.database.TestDatabases;
import java.time.Duration;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.StreamSupport;
import org.apache.pekko.actor.typed.ActorRef;
import org.apache.pekko.actor.typed.ActorSystem;
import org.apache.pekko.actor.typed.Behavior;
import org.apache.pekko.actor.typed.Props;
import org.apache.pekko.actor.typed.javadsl.Behaviors;
import org.apache.pekko.cluster.MemberStatus;
import org.apache.pekko.cluster.typed.Cluster;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInfo;
import org.junit.jupiter.api.extension.ExtendWith;

/** A node that stands in for owners which do not answer, on a real journal. */
@ExtendWith(TestDatabases.class)
class StandInIT {
    private static final Duration LIMIT = Duration.ofSeconds(20);
    private static final int SEQUENCES = 20;
    private static final Random RANDOM = new Random(1);
    private static final AtomicInteger COUNT = new AtomicInteger();

    private static DatabaseSettings shared;
    private static TestNode node;
    private static Database database;

    private final AllocatorCounts counts = new AllocatorCounts();
    private Duration patience = Duration.ofSeconds(20);
    private SequenceName name;
    private ActorRef<Counter.Command> owner;

    @BeforeAll
    static void open(DatabaseSettings settings) {
        shared = settings;
        node = TestNode.joined(settings);
        database = Database.open(settings.withPoolSize(2));
    }

    @AfterAll
    static void close() {
        database.close();
        node.close();
    }

    @BeforeEach
    void create(TestInfo test) {
        name = new SequenceName(test.getTestMethod().orElseThrow().getName());
        node.create(name.value(), SequenceOptions.NONE.withCache(new Setting(1L)));
        owner = silent();
    }

    @Test
    void lease_ownerAnswers_isTheOwners() {
        owner = real();
        StandIns standIns = standIns(500);

        assertThat(granted(lease(standIns)).block().first()).isEqualTo(1);
        assertThat(standIns.running()).isZero();
    }

    @Test
    void lease_ownerIsSilent_comesFromAStandInBeyondTheMark() {
        long last = node.lease(name.value(), 5).block().last();
        StandIns standIns = standIns(500);

        assertThat(granted(lease(standIns)).block().first()).isEqualTo(last + 1);
        assertThat(granted(lease(standIns)).block().first()).isEqualTo(last + 2);
        assertThat(standIns.running()).isEqualTo(1);
        assertThat(counts.standIns().sum()).isEqualTo(1);
    }

    @Test
    void lease_ownerIsThereAfterAll_neverGivesTheSameTwice() {
        ActorRef<Counter.Command> early = real();
        owner = early;
        StandIns standIns = standIns(500);
        long first = granted(lease(standIns)).block().first();
        owner = silent();
        long second = granted(lease(standIns)).block().first();
        owner = early;
        await().atMost(LIMIT).until(() -> standIns.running() == 0);

        await().atMost(LIMIT)
                .ignoreExceptions()
                .untilAsserted(() ->
                        assertThat(granted(lease(standIns)).block().first()).isGreaterThan(second));
        assertThat(second).isGreaterThan(first);
    }

    @Test
    void lease_ownerAnswersAgain_standInGivesItsReserveBack() {
        node.create(name.value() + "_cached");
        name = new SequenceName(name.value() + "_cached");
        StandIns standIns = standIns(500);
        long last = granted(lease(standIns)).block().last();
        JournalRows rows = new JournalRows(database, name.value());
        assertThat(rows.mark()).isGreaterThan(last);
        owner = real();

        await().atMost(LIMIT).until(() -> standIns.running() == 0 && rows.mark() == last);
    }

    @Test
    void lease_ownerAnswersLate_isAGapThatIsCounted() {
        CompletableFuture<ActorRef<Answer>> asked = new CompletableFuture<>();
        owner = actor(Behaviors.receiveMessage(message -> {
            if (message instanceof Counter.Lease lease) {
                asked.complete(lease.replyTo());
            }
            return Behaviors.same();
        }));
        StandIns standIns = standIns(500);
        Grant grant = granted(lease(standIns));
        asked.join().tell(new Answer.Granted(grant));

        await().atMost(LIMIT)
                .until(() -> counts.valuesBurnt().sum() == grant.block().count());
    }

    @Test
    void lease_ownerThatWasAskedHasEnded_theNextOneIsAsked() {
        StandIns standIns = standIns(500);
        CompletionStage<Answer> lost = lease(standIns);
        owner = real();

        assertThat(granted(lost).block().first()).isEqualTo(1);
        assertThat(counts.standIns().sum()).isZero();
    }

    @Test
    void lease_ownerTakesLongToRecover_isNotAskedTwice() {
        Turns recoveries = new Turns(1);
        Turns.Turn before = recoveries.take(() -> {});
        AtomicInteger pings = new AtomicInteger();
        owner = actor(begunByTheFirst(Counter.create(name, world(database, recoveries)), pings));
        StandIns standIns = standIns(500);
        CompletionStage<Answer> first = lease(standIns);
        await().atMost(LIMIT).until(() -> pings.get() >= 3);
        before.end();

        assertThat(granted(first).block().first()).isEqualTo(1);
        assertThat(granted(lease(standIns)).block().first()).isEqualTo(2);
        assertThat(counts.valuesBurnt().sum()).isZero();
    }

    /** As where counters live: whoever asks first begins it. */
    private static Behavior<Counter.Command> begunByTheFirst(Behavior<Counter.Command> counter, AtomicInteger pings) {
        return Behaviors.receive((context, first) -> {
            ActorRef<Counter.Command> begun = context.spawn(counter, "begun");
            begun.tell(first);
            return Behaviors.receiveMessage(message -> {
                pings.addAndGet(message instanceof Counter.Ping ? 1 : 0);
                begun.tell(message);
                return Behaviors.same();
            });
        });
    }

    @Test
    void lease_ownerRefuses_isRefused() {
        name = new SequenceName("never-created");
        owner = real();

        assertThat(lease(standIns(500)).toCompletableFuture().join())
                .isInstanceOfSatisfying(
                        Answer.Refused.class,
                        refused -> assertThat(refused.error()).isEqualTo(SeqdError.UNKNOWN_SEQUENCE));
    }

    @Test
    void lease_ownerIsSilentAndSoIsTheDatabase_nobodyStandsIn(DatabaseSettings settings) {
        Database gone = Database.open(settings.withPoolSize(1));
        gone.close();
        patience = Duration.ofSeconds(3);
        StandIns standIns = standIns(500, gone);

        assertThat(lease(standIns)).failsWithin(LIMIT);
        assertThat(counts.standIns().sum()).isZero();
    }

    @Test
    void lease_tooManyAreStoodInFor_waitsForTheOwner() {
        patience = Duration.ofSeconds(3);
        StandIns standIns = standIns(0);

        assertThat(lease(standIns)).failsWithin(LIMIT);
        assertThat(counts.standIns().sum()).isZero();
    }

    @Test
    void lease_ownersAreSilent_eachIsStoodInForByTheNodeThatAllChoose() {
        StandIns standIns = standIns(500);
        try (TestNode other = TestNode.joined(shared)) {
            await().atMost(LIMIT).until(() -> up(node) == 2 && up(other) == 2);
            Deputies here = new Deputies(system(), Ticker.system());
            Deputies there = new Deputies(other.allocator.system(), Ticker.system());
            int elsewhere = 0;
            for (int i = 0; i < SEQUENCES; i++) {
                name = new SequenceName("shared-" + i);
                node.create(name.value());
                boolean isElsewhere = isAnother(here);
                assertThat(isAnother(there)).isNotEqualTo(isElsewhere);
                elsewhere += isElsewhere ? 1 : 0;
                assertThat(granted(lease(standIns)).block().first()).isEqualTo(1);
            }

            assertThat(elsewhere).isBetween(1, SEQUENCES - 1);
            assertThat(other.allocator.counts().standIns().sum()).isEqualTo(elsewhere);
            assertThat(counts.standIns().sum()).isEqualTo(SEQUENCES - elsewhere);
        }
    }

    private static long up(TestNode of) {
        return StreamSupport.stream(
                        Cluster.get(of.allocator.system()).state().getMembers().spliterator(), false)
                .filter(member -> member.status() == MemberStatus.up())
                .count();
    }

    private boolean isAnother(Deputies deputies) {
        return TestNode.get(deputies.choose(name, LIMIT)).isPresent();
    }

    private CompletionStage<Answer> lease(StandIns standIns) {
        return standIns.lease(name, new LeaseRequest(1, 1, 1, null));
    }

    private static Grant granted(CompletionStage<Answer> answer) {
        return ((Answer.Granted) TestNode.get(answer)).grant();
    }

    private StandIns standIns(int max) {
        return standIns(max, database);
    }

    private StandIns standIns(int max, Database heads) {
        CounterWorld world = world(heads);
        StandInSettings settings = new StandInSettings(
                Duration.ofMillis(400),
                max,
                50,
                StandInSettings.of(system().settings().config()).counter());
        return new StandIns(system(), world, settings, asked -> owner, patience);
    }

    private CounterWorld world(Database heads) {
        return world(heads, new Turns(SEQUENCES));
    }

    private CounterWorld world(Database heads, Turns recoveries) {
        return new CounterWorld(
                "test",
                CounterSettings.of(system().settings().config()),
                counts,
                new HeadTable(heads, ForkJoinPool.commonPool()),
                node.allocator.admin().trust(),
                new KnownMarks(),
                recoveries,
                new Turns(SEQUENCES),
                Ticker.system(),
                RANDOM);
    }

    private ActorRef<Counter.Command> real() {
        return actor(Counter.create(name, world(database)));
    }

    private static ActorRef<Counter.Command> silent() {
        return actor(Behaviors.ignore());
    }

    private static ActorRef<Counter.Command> actor(Behavior<Counter.Command> behavior) {
        return system().systemActorOf(behavior, "stand-in-it-" + COUNT.incrementAndGet(), Props.empty());
    }

    private static ActorSystem<Void> system() {
        return node.allocator.system();
    }
}
