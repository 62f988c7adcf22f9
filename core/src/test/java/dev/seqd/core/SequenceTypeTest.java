package dev.seqd.core;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

class SequenceTypeTest {
    @ParameterizedTest
    @CsvSource({
        "smallint, -32768, 32767",
        "integer, -2147483648, 2147483647",
        "bigint, -9223372036854775808, 9223372036854775807"
    })
    void ofSqlName_knownName_hasPostgresLimits(String name, long lowest, long highest) {
        SequenceType type = SequenceType.ofSqlName(name);

        assertThat(type.lowest()).isEqualTo(lowest);
        assertThat(type.highest()).isEqualTo(highest);
        assertThat(type.holds(lowest)).isTrue();
        assertThat(type.holds(highest)).isTrue();
    }

    @Test
    void holds_justOutside_isFalse() {
        assertThat(SequenceType.SMALLINT.holds(32_768)).isFalse();
        assertThat(SequenceType.SMALLINT.holds(-32_769)).isFalse();
        assertThat(SequenceType.INTEGER.holds(2_147_483_648L)).isFalse();
        assertThat(SequenceType.INTEGER.holds(-2_147_483_649L)).isFalse();
    }

    @ParameterizedTest
    @EnumSource
    void ofSqlName_ownName_givesTheTypeBack(SequenceType type) {
        assertThat(SequenceType.ofSqlName(type.sqlName())).isSameAs(type);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "text", "BIGINT", "int8", "bigint "})
    void ofSqlName_otherName_refusedWithPostgresText(String name) {
        assertThatExceptionOfType(SeqdException.class)
                .isThrownBy(() -> SequenceType.ofSqlName(name))
                .withMessage("sequence type must be smallint, integer, or bigint")
                .matches(e -> e.error() == SeqdError.INVALID_DEFINITION && "22023".equals(e.sqlState()));
    }
}
