package dev.seqd.client;

import static org.assertj.core.api.Assertions.assertThat;

import dev.seqd.core.Position;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

/** When the client asks for more, and for how much. */
class RefillTest {
    private final Rig rig = new Rig();
    private final FakeSequence service = new FakeSequence(1, 1);

    @Test
    void next_first_asksForTen() {
        rig.source.answer(service);

        assertThat(rig.sequence("s").next()).isEqualTo(1);
        assertThat(rig.source.count()).isEqualTo(1);
        assertThat(rig.source.last().request()).isEqualTo(new BlockRequest("s", 10, null, "test"));
    }

    @Test
    void nextAsync_moreCallsThanTen_firstAsksForTenThenForAllWaiting() {
        List<CompletableFuture<Long>> calls = rig.calls("s", 500);
        rig.source.all().get(0).grant(service.limit(10));

        assertThat(calls.stream().filter(CompletableFuture::isDone)).hasSize(10);
        assertThat(rig.source.last().request().count()).isGreaterThanOrEqualTo(490);
        assertThat(rig.source.last().request().after()).isEqualTo(new Position(1, 1, 10));
    }

    @Test
    void next_steadyDemand_neverWaitsAndHoldsTheBuffer() {
        rig.source.answer(service);
        Sequence counter = rig.sequence("s");
        counter.next();
        int waits = 0;
        for (int tenth = 0; tenth < 1200; tenth++) {
            for (int i = 0; i < 100; i++) {
                waits += tenth > 0 && rig.held("s") == 0 ? 1 : 0;
                counter.next();
            }
            rig.pass(Duration.ofMillis(100));
        }

        assertThat(waits).isZero();
        assertThat(rig.held("s")).isBetween(29_000L, 65_000L);
        assertThat(rig.source.count()).isLessThan(20);
    }

    @Test
    void next_fiveThousandASecondFromTheStart_isServedWithFewRefills() {
        rig.source.answer(service);
        Sequence counter = rig.sequence("s");
        for (int milli = 0; milli < 20_000; milli++) {
            for (int i = 0; i < 5; i++) {
                counter.next();
            }
            rig.ticker.advance(Duration.ofMillis(1));
            if (milli % 50 == 0) {
                rig.engine.tick();
            }
        }

        assertThat(rig.held("s")).isBetween(140_000L, 310_000L);
        assertThat(rig.source.count()).isLessThan(20);
    }

    @Test
    void next_slowDemandAndLargeAdvice_settlesSmallWithinTwoMinutes() {
        rig.source.answer(service.suggest(5000));
        for (int minute = 0; minute < 60; minute++) {
            rig.sequence("s").next();
            rig.pass(Duration.ofMinutes(1));
        }

        assertThat(rig.source.last().request().count()).isLessThan(30);
        assertThat(rig.held("s")).isLessThan(40);
    }

    @Test
    void next_quickDemandAndLargeAdvice_takesTheAdviceAtFirst() {
        rig.source.answer(service.suggest(5000));
        for (int i = 0; i < 6; i++) {
            rig.sequence("s").next();
        }
        rig.pass(Rig.TICK);

        assertThat(rig.source.all().stream().map(one -> one.request().count())).containsExactly(10, 5000);
    }

    @Test
    void tick_demandRisesWithoutACrossing_refillsAheadOfNeed() {
        rig.source.answer(service.suggest(10_000));
        rig.take("s", 2000);
        rig.pass(Duration.ofSeconds(1));
        int before = rig.source.count();
        rig.take("s", 1000);
        rig.pass(Duration.ofSeconds(1));

        assertThat(rig.source.count()).isGreaterThan(before);
        assertThat(rig.held("s")).isGreaterThan(15_000);
    }

    @Test
    void next_crossesTheMiddleOfAChunk_wakesNobody() {
        rig.source.answer(service);
        rig.take("s", 1);
        int wakes = rig.wakes.get();
        rig.executing(false);
        rig.take("s", 7);

        assertThat(rig.wakes).hasValue(wakes);
        assertThat(rig.source.count()).isEqualTo(1);
        rig.executing(true);
        rig.engine.tick();
        assertThat(rig.source.count()).isEqualTo(2);
    }

    /** A hundred values a millisecond from a stock for a tenth of a second, and ticks only when they were asked for. */
    @Test
    void tick_calledWhenItAsks_refillsWhenTheStockGetsLowAndNoLater() {
        Rig small = new Rig(10_000);
        small.source.answer(service);
        long least = Long.MAX_VALUE;
        long sleptUntil = 0;
        for (int milli = 0; milli < 20_000; milli++) {
            small.take("s", 100);
            least = milli > 15_000 ? Math.min(least, small.held("s")) : least;
            small.ticker.advance(Duration.ofMillis(1));
            if (small.ticker.nanos() - sleptUntil >= 0) {
                sleptUntil = small.ticker.nanos() + small.engine.tick();
            }
        }

        assertThat(least).isBetween(4700L, 5000L);
    }

    @Test
    void refill_stockWillBeLowBeforeTheNextTick_wakesTheTickInTime() {
        Rig small = new Rig(10_000);
        small.source.answer(service);
        small.take("s", 1);
        int wakes = small.wakes.get();
        for (int i = 0; i < 400; i++) {
            small.take("s", 9000);
            small.pass(Duration.ofMillis(10));
        }

        assertThat(small.wakes.get()).isGreaterThan(wakes + 100);
    }

    @Test
    void tick_nothingInUse_sleepsForASecond() {
        assertThat(rig.engine.tick()).isEqualTo(Duration.ofSeconds(1).toNanos());
        int wakes = rig.wakes.get();
        rig.calls("s", 1);

        assertThat(rig.wakes).hasValue(wakes + 1);
        assertThat(rig.engine.tick()).isLessThanOrEqualTo(Duration.ofMillis(20).toNanos());
    }

    @Test
    void next_smallGrants_fillUpTickByTick() {
        rig.source.answer(service.limit(100).suggest(5000));
        rig.take("s", 1000);
        int before = rig.source.count();
        rig.pass(Duration.ofSeconds(1));

        assertThat(rig.source.count() - before).isBetween(15, 25);
        assertThat(rig.held("s")).isGreaterThan(1500);
    }

    @Test
    void next_maxCached_isNeverExceeded() {
        Rig small = new Rig(50);
        small.source.answer(service);
        for (int i = 0; i < 1000; i++) {
            small.sequence("s").next();
            assertThat(small.held("s")).isLessThanOrEqualTo(50);
            small.pass(Duration.ofMillis(1));
        }

        assertThat(small.source.all())
                .allSatisfy(one -> assertThat(one.request().count()).isLessThanOrEqualTo(50));
    }

    @Test
    void next_demandFarBeyondMaxCached_isServedInLargeBlocks() {
        Rig small = new Rig(10_000);
        small.source.answer(service);
        for (int i = 0; i < 100; i++) {
            small.take("s", 1000);
            small.pass(Duration.ofMillis(50));
        }

        assertThat(small.source.count()).isLessThan(50);
        assertThat(small.held("s")).isGreaterThan(5000);
    }

    @Test
    void cache_madeSmallWhileLive_isKeptOnceTheStockIsUsedUp() {
        rig.source.answer(service.suggest(5000));
        rig.take("s", 2000);
        rig.pass(Duration.ofSeconds(1));
        service.limit(50).suggest(50);
        long stock = rig.held("s");
        assertThat(stock).isGreaterThan(3000);
        for (long used = 0; used < stock; used += 50) {
            rig.take("s", 50);
            rig.pass(Duration.ofMillis(100));
            assertThat(rig.held("s")).isLessThanOrEqualTo(Math.max(100, stock - used));
        }
        for (int i = 0; i < 100; i++) {
            rig.take("s", 7);
            rig.pass(Duration.ofMillis(100));
            assertThat(rig.held("s")).isBetween(1L, 50L);
        }
    }

    @Test
    void cache_madeLargeWhileLive_isUsed() {
        rig.source.answer(service.limit(50).suggest(50));
        for (int i = 0; i < 100; i++) {
            rig.take("s", 7);
            rig.pass(Duration.ofMillis(100));
        }
        assertThat(rig.held("s")).isLessThanOrEqualTo(50);
        service.limit(10_000).suggest(2100);
        for (int i = 0; i < 100; i++) {
            rig.take("s", 7);
            rig.pass(Duration.ofMillis(100));
        }

        assertThat(rig.held("s")).isGreaterThan(2100);
    }

    @Test
    void next_maxCachedOfOne_keepsOneAhead() {
        Rig one = new Rig(1);
        one.source.answer(service);

        assertThat(one.take("s", 5)).containsExactly(1L, 2L, 3L, 4L, 5L);
        assertThat(one.held("s")).isLessThanOrEqualTo(1);
    }

    @Test
    void refill_inFlight_isTheOnlyOne() {
        rig.calls("s", 64);
        rig.pass(Duration.ofSeconds(1));
        rig.calls("s", 64);

        assertThat(rig.source.count()).isEqualTo(1);
    }

    @Test
    void refill_manySequences_areBoundedAndAllGetTheirTurn() {
        for (int i = 0; i < 100; i++) {
            rig.calls("s" + i, 1);
        }
        assertThat(rig.source.count()).isEqualTo(Engine.MAX_IN_FLIGHT);

        for (int i = 0; i < 100; i++) {
            rig.source.all().get(i).grant(service);
        }
        assertThat(rig.source.count()).isEqualTo(100);
        for (int i = 0; i < 100; i++) {
            assertThat(rig.held("s" + i)).isEqualTo(9);
        }
    }

    @Test
    void tick_longIdle_restsAndWakesUp() {
        rig.source.answer(service);
        rig.take("s", 7);
        rig.pass(Duration.ofMinutes(5));
        int before = rig.source.count();
        rig.pass(Duration.ofDays(1).dividedBy(100));
        assertThat(rig.source.count()).isEqualTo(before);

        rig.take("s", (int) rig.held("s") - 2);
        rig.pass(Rig.TICK);
        assertThat(rig.source.count()).isGreaterThan(before);
    }

    @Test
    void tick_nameThatNeverGaveAnything_isForgottenAndItsHandleStillWorks() {
        Sequence handle = rig.sequence("s");
        CompletableFuture<Long> early = handle.nextAsync();
        Counter first = rig.counter("s");
        rig.source.last().fail(new IOException("no"));
        rig.pass(Duration.ofSeconds(70));
        assertThat(early).isCompletedExceptionally();

        Counter second = rig.counter("s");
        assertThat(second).isNotSameAs(first);
        rig.source.answer(service);
        assertThat(second.next(Rig.MAX_WAIT)).isEqualTo(1);
        assertThat(handle.next()).isEqualTo(2);
        assertThat(second.next(Rig.MAX_WAIT)).isEqualTo(3);
    }

    @Test
    void next_handleOfAForgottenName_takesItsPlaceAgain() {
        rig.source.fail(new IOException("no"));
        Counter first = rig.counter("s");
        CompletableFuture<Long> early = new Sequence(first, Rig.MAX_WAIT).nextAsync();
        rig.pass(Duration.ofSeconds(70));
        rig.source.answer(service);

        assertThat(early).isCompletedExceptionally();
        assertThat(first.next(Rig.MAX_WAIT)).isEqualTo(1);
        assertThat(rig.counter("s")).isSameAs(first);
    }

    /** A quiet night: everything rests, and the tick sleeps for a second at a time. */
    @Test
    void tick_everythingRests_theNextCallsAreStillRefilledAheadOfNeed() {
        rig.source.answer(service.suggest(300));
        rig.take("s", 6);
        rig.pass(Duration.ofMinutes(3));
        int before = rig.source.count();
        int wakes = rig.wakes.get();
        rig.take("s", (int) rig.held("s") - 3);
        assertThat(rig.wakes.get()).isGreaterThan(wakes);
        rig.engine.tick();

        assertThat(rig.source.count()).isGreaterThan(before);
    }
}
