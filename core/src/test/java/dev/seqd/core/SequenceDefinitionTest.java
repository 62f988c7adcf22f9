package dev.seqd.core;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.seqd.core.SequenceOptions.Setting;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Texts and their order were read off PostgreSQL 15.18. */
class SequenceDefinitionTest {
    private static final SequenceOptions NONE = SequenceOptions.NONE;

    @Test
    void of_nothingMentioned_isAnAscendingBigint() {
        assertThat(SequenceDefinition.of(NONE))
                .isEqualTo(new SequenceDefinition(
                        SequenceType.BIGINT,
                        1,
                        1,
                        1,
                        Long.MAX_VALUE,
                        false,
                        null,
                        SequenceOrder.CACHED,
                        Sizing.CONFIGURED));
    }

    @Test
    void of_typeAndIncrement_deriveBoundsAndStart() {
        assertThat(describe(bounded(SequenceType.SMALLINT, 1, null, null))).isEqualTo("1 in 1..32767");
        assertThat(describe(bounded(SequenceType.INTEGER, 7, null, null))).isEqualTo("1 in 1..2147483647");
        assertThat(describe(bounded(SequenceType.BIGINT, Long.MAX_VALUE, null, null)))
                .isEqualTo("1 in 1..9223372036854775807");
        assertThat(describe(bounded(SequenceType.SMALLINT, -1, null, null))).isEqualTo("-1 in -32768..-1");
        assertThat(describe(bounded(SequenceType.INTEGER, -7, null, null))).isEqualTo("-1 in -2147483648..-1");
        assertThat(describe(bounded(SequenceType.BIGINT, Long.MIN_VALUE, null, null)))
                .isEqualTo("-1 in -9223372036854775808..-1");
    }

    @Test
    void of_boundsOnly_startFollowsTheDirection() {
        SequenceOptions bounds = NONE.withMin(-5).withMax(5);

        assertThat(SequenceDefinition.of(bounds).start()).isEqualTo(-5);
        assertThat(SequenceDefinition.of(bounds.withIncrement(-1)).start()).isEqualTo(5);
    }

    @Test
    void of_incrementWiderThanTypeOrRange_accepted() {
        SequenceDefinition definition =
                SequenceDefinition.of(NONE.withType(SequenceType.SMALLINT).withIncrement(100_000));

        assertThat(definition.increment()).isEqualTo(100_000);
    }

    @Test
    void of_everythingMentioned_isTakenAsItIs() {
        SequenceOptions all = NONE.withType(SequenceType.INTEGER)
                .withStart(5)
                .withIncrement(-2)
                .withMin(-9)
                .withMax(9)
                .withCycle(true)
                .withCache(new Setting(3L));

        assertThat(SequenceDefinition.of(all))
                .isEqualTo(new SequenceDefinition(
                        SequenceType.INTEGER, 5, -2, -9, 9, true, 3L, SequenceOrder.CACHED, Sizing.CONFIGURED));
    }

    @Test
    void of_brokenRule_refusedWithPostgresText() {
        SequenceOptions small = NONE.withType(SequenceType.SMALLINT);

        refused(NONE.withIncrement(0), "INCREMENT must not be zero");
        refused(small.withMax(32_768), "MAXVALUE (32768) is out of range for sequence data type smallint");
        refused(small.withMin(-32_769), "MINVALUE (-32769) is out of range for sequence data type smallint");
        refused(NONE.withMin(5).withMax(5), "MINVALUE (5) must be less than MAXVALUE (5)");
        refused(NONE.withMax(1), "MINVALUE (1) must be less than MAXVALUE (1)");
        refused(
                NONE.withMin(Long.MAX_VALUE),
                "MINVALUE (9223372036854775807) must be less than MAXVALUE (9223372036854775807)");
        refused(NONE.withStart(0), "START value (0) cannot be less than MINVALUE (1)");
        refused(NONE.withStart(10).withMax(9), "START value (10) cannot be greater than MAXVALUE (9)");
        refused(NONE.withCache(new Setting(0L)), "CACHE (0) must be greater than zero");
        refused(NONE.withCache(new Setting(Long.MIN_VALUE)), "CACHE (-9223372036854775808) must be greater than zero");
    }

    @Test
    void of_severalRulesBroken_firstOfPostgresOrderIsNamed() {
        SequenceOptions options = NONE.withType(SequenceType.SMALLINT)
                .withIncrement(0)
                .withMax(99_999)
                .withMin(-99_999)
                .withStart(-100_000)
                .withCache(new Setting(0L));

        refused(options, "INCREMENT must not be zero");
        options = options.withIncrement(1);
        refused(options, "MAXVALUE (99999) is out of range for sequence data type smallint");
        options = options.withMax(-7);
        refused(options, "MINVALUE (-99999) is out of range for sequence data type smallint");
        options = options.withMin(-7);
        refused(options, "MINVALUE (-7) must be less than MAXVALUE (-7)");
        options = options.withMin(-8);
        refused(options, "START value (-100000) cannot be less than MINVALUE (-8)");
        options = options.withStart(0);
        refused(options, "START value (0) cannot be greater than MAXVALUE (-7)");
        options = options.withStart(-8);
        refused(options, "CACHE (0) must be greater than zero");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"ar-EG", "ar-EG-u-nu-arab", "fa-IR", "th-TH-u-nu-thai", "hi-IN-u-nu-deva", "tr-TR", "de-DE"})
    void of_otherDefaultLocale_sameDigitsInTexts(String locale) {
        DefaultLocale.runIn(locale, () -> {
            refused(
                    NONE.withType(SequenceType.INTEGER).withMax(1_234_567_890_123L),
                    "MAXVALUE (1234567890123) is out of range for sequence data type integer");
            refused(NONE.withStart(-5), "START value (-5) cannot be less than MINVALUE (1)");
        });
    }

    @Test
    void altered_nothingMentioned_isTheSame() {
        SequenceDefinition definition = SequenceDefinition.of(NONE.withStart(5).withCache(new Setting(7L)));

        assertThat(definition.altered(NONE, 5)).isEqualTo(definition);
    }

    @ParameterizedTest
    @CsvSource({
        "SMALLINT, 1, INTEGER, 1 in 1..2147483647",
        "BIGINT, 1, SMALLINT, 1 in 1..32767",
        "INTEGER, -1, SMALLINT, -1 in -32768..-1",
        "SMALLINT, -1, BIGINT, -1 in -9223372036854775808..-1"
    })
    void altered_typeOfDefaultBounds_movesTheOneAtTheLimit(
            SequenceType from, long increment, SequenceType to, String expected) {
        SequenceDefinition before = bounded(from, increment, null, null);

        assertThat(describe(before.altered(NONE.withType(to), before.start()))).isEqualTo(expected);
    }

    @Test
    void altered_typeOfGivenBounds_movesOnlyThoseAtTheOldLimit() {
        SequenceDefinition bothAtLimit = bounded(SequenceType.SMALLINT, -1, -32_768L, 32_767L);
        SequenceDefinition otherLimit = bounded(SequenceType.INTEGER, 1, 1L, 32_767L);
        SequenceDefinition noLimit = bounded(SequenceType.BIGINT, 1, -5L, 2_147_483_647L);

        assertThat(describe(bothAtLimit.altered(NONE.withType(SequenceType.INTEGER), 0)))
                .isEqualTo("32767 in -2147483648..2147483647");
        assertThat(describe(otherLimit.altered(NONE.withType(SequenceType.BIGINT), 1)))
                .isEqualTo("1 in 1..32767");
        assertThat(describe(noLimit.altered(NONE.withType(SequenceType.INTEGER), 1)))
                .isEqualTo("-5 in -5..2147483647");
    }

    @Test
    void altered_sameTypeNamed_keepsBoundsAtTheLimit() {
        SequenceDefinition before = SequenceDefinition.of(NONE.withType(SequenceType.SMALLINT));

        assertThat(before.altered(NONE.withType(SequenceType.SMALLINT), 1)).isEqualTo(before);
    }

    @Test
    void altered_typeAndBound_mentionedBoundWins() {
        SequenceDefinition before = SequenceDefinition.of(NONE.withType(SequenceType.SMALLINT));

        assertThat(before.altered(NONE.withType(SequenceType.INTEGER).withMax(50), 1)
                        .max())
                .isEqualTo(50);
    }

    @Test
    void altered_typeTooSmall_refused() {
        SequenceDefinition explicit = SequenceDefinition.of(NONE.withMax(100_000));
        SequenceDefinition lateStart = SequenceDefinition.of(NONE.withStart(100_000));
        SequenceOptions small = NONE.withType(SequenceType.SMALLINT);

        refused(explicit, small, 1, "MAXVALUE (100000) is out of range for sequence data type smallint");
        refused(lateStart, small, 1, "START value (100000) cannot be greater than MAXVALUE (32767)");
    }

    @Test
    void altered_incrementSignFlipped_boundsStayUnlessDerivedAgain() {
        SequenceDefinition before =
                SequenceDefinition.of(NONE.withMin(-10).withMax(10).withStart(-2));
        SequenceOptions flipped = NONE.withIncrement(-1);

        assertThat(before.altered(flipped, -2))
                .extracting(SequenceDefinition::min, SequenceDefinition::max)
                .containsExactly(-10L, 10L);
        assertThat(before.altered(flipped.withMin(Setting.DERIVED).withMax(Setting.DERIVED), -2))
                .extracting(SequenceDefinition::min, SequenceDefinition::max)
                .containsExactly(Long.MIN_VALUE, -1L);
    }

    @Test
    void altered_derivedBounds_followTypeAndSign() {
        SequenceDefinition before = SequenceDefinition.of(NONE.withMin(3).withMax(10));
        SequenceOptions derived =
                NONE.withType(SequenceType.INTEGER).withMin(Setting.DERIVED).withMax(Setting.DERIVED);

        assertThat(before.altered(derived, 3))
                .isEqualTo(new SequenceDefinition(
                        SequenceType.INTEGER,
                        3,
                        1,
                        1,
                        2_147_483_647,
                        false,
                        null,
                        SequenceOrder.CACHED,
                        Sizing.CONFIGURED));
    }

    @Test
    void altered_boundsExcludePosition_refusedAfterTheStartAndBeforeTheCache() {
        SequenceDefinition definition = SequenceDefinition.of(NONE);
        SequenceOptions noCache = NONE.withCache(new Setting(0L));

        refused(definition, NONE.withMax(40), 50, "RESTART value (50) cannot be greater than MAXVALUE (40)");
        refused(definition, noCache.withMax(40), 50, "RESTART value (50) cannot be greater than MAXVALUE (40)");
        refused(definition, noCache.withMin(60), 50, "START value (1) cannot be less than MINVALUE (60)");
        refused(
                definition,
                noCache.withMin(60).withStart(60),
                50,
                "RESTART value (50) cannot be less than MINVALUE (60)");
        refused(definition, noCache, 50, "CACHE (0) must be greater than zero");
        refused(definition, NONE.withIncrement(0).withMax(40), 50, "INCREMENT must not be zero");
    }

    @Test
    void altered_boundAtThePosition_accepted() {
        SequenceDefinition definition = SequenceDefinition.of(NONE);

        assertThat(definition.altered(NONE.withMax(50), 50).max()).isEqualTo(50);
        assertThat(definition.altered(NONE.withMin(50).withStart(50), 50).min()).isEqualTo(50);
    }

    @Test
    void altered_cache_setAndHandedBack() {
        SequenceDefinition cached = SequenceDefinition.of(NONE.withCache(new Setting(7L)));

        assertThat(cached.altered(NONE.withCache(new Setting(8L)), 1).cache()).isEqualTo(8);
        assertThat(cached.altered(NONE.withCache(Setting.DERIVED), 1).cache()).isNull();
    }

    @Test
    void bounds_eachDirection_giveWrapStartAndBound() {
        SequenceDefinition up = SequenceDefinition.of(NONE.withMin(2).withMax(9).withStart(4));
        SequenceDefinition down = SequenceDefinition.of(
                NONE.withIncrement(-1).withMin(2).withMax(9).withStart(4));

        assertThat(up.bound()).isEqualTo(9);
        assertThat(up.wrapStart()).isEqualTo(2);
        assertThat(down.bound()).isEqualTo(2);
        assertThat(down.wrapStart()).isEqualTo(9);
        assertThat(up.admits(9)).isTrue();
        assertThat(up.admits(10)).isFalse();
        assertThat(up.admits(1)).isFalse();
    }

    private static SequenceDefinition bounded(
            SequenceType type, long increment, @Nullable Long min, @Nullable Long max) {
        return SequenceDefinition.of(NONE.withType(type)
                .withIncrement(increment)
                .withMin(new Setting(min))
                .withMax(new Setting(max)));
    }

    private static String describe(SequenceDefinition definition) {
        return definition.start() + " in " + definition.min() + ".." + definition.max();
    }

    private static void refused(SequenceOptions options, String text) {
        assertThatExceptionOfType(SeqdException.class)
                .isThrownBy(() -> SequenceDefinition.of(options))
                .withMessage(text)
                .matches(e -> e.error() == SeqdError.INVALID_DEFINITION && "22023".equals(e.sqlState()));
    }

    private static void refused(SequenceDefinition before, SequenceOptions options, long position, String text) {
        assertThatExceptionOfType(SeqdException.class)
                .isThrownBy(() -> before.altered(options, position))
                .withMessage(text)
                .matches(e -> e.error() == SeqdError.INVALID_DEFINITION && "22023".equals(e.sqlState()));
    }
}
