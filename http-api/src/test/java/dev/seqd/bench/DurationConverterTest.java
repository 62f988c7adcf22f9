package dev.seqd.bench;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import picocli.CommandLine.TypeConversionException;

class DurationConverterTest {
    private final DurationConverter converter = new DurationConverter();

    @ParameterizedTest
    @CsvSource({"500ms, PT0.5S", "30s, PT30S", "2m, PT2M", "1h, PT1H", "1m30s, PT90S", "0s, PT0S", "1s500ms, PT1.5S"})
    void convert_numberAndUnit_isRead(String text, Duration expected) {
        assertThat(converter.convert(text)).isEqualTo(expected);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "30", "s", "-1s", "1.5s", "1 s", "1S", "1d", "30sx", "99999999999s"})
    void convert_anythingElse_isRefusedWithTheRule(String text) {
        assertThatThrownBy(() -> converter.convert(text))
                .isInstanceOf(TypeConversionException.class)
                .hasMessageContaining("500ms, 30s, 2m");
    }

    @Test
    void text_anyDuration_isReadAsTheSame() {
        for (String text : new String[] {"0s", "500ms", "1500ms", "30s", "60s", "90s", "2m", "60m"}) {
            assertThat(DurationConverter.text(converter.convert(text))).isEqualTo(text);
        }
    }
}
