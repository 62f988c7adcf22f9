package dev.seqd.core;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.util.Arrays;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

class SeqdErrorTest {
    @ParameterizedTest
    @CsvSource({
        "invalid-request, 400, true, false",
        "invalid-name, 400, true, false",
        "unknown-sequence, 404, true, false",
        "sequence-exists, 409, true, false",
        "would-reuse, 409, true, false",
        "beyond-mark, 409, true, false",
        "exhausted, 409, true, false",
        "precondition-failed, 412, true, false",
        "payload-too-large, 413, true, false",
        "invalid-definition, 422, true, false",
        "overloaded, 429, true, true",
        "unavailable, 503, false, true"
    })
    void ofCode_codeOfTheContract_hasItsStatusAndMeaning(
            String code, int httpStatus, boolean definite, boolean retryable) {
        SeqdError error = SeqdError.ofCode(code);

        assertThat(error.httpStatus()).isEqualTo(httpStatus);
        assertThat(error.definite()).isEqualTo(definite);
        assertThat(error.retryable()).isEqualTo(retryable);
    }

    @ParameterizedTest
    @EnumSource
    void ofCode_ownCode_givesTheErrorBack(SeqdError error) {
        assertThat(SeqdError.ofCode(error.code())).isSameAs(error);
    }

    @Test
    void code_allErrors_areDistinct() {
        assertThat(Arrays.stream(SeqdError.values()).map(SeqdError::code)).doesNotHaveDuplicates();
    }

    @Test
    void ofCode_unknown_refused() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> SeqdError.ofCode("EXHAUSTED"))
                .withMessage("no seqd error has the code 'EXHAUSTED'");
    }

    @Test
    void exception_withCause_keepsErrorStateTextAndCause() {
        RuntimeException cause = new RuntimeException("why");
        SeqdException exception = new SeqdException(SeqdError.EXHAUSTED, "2200H", "reached", cause);

        assertThat(exception.error()).isEqualTo(SeqdError.EXHAUSTED);
        assertThat(exception.sqlState()).isEqualTo("2200H");
        assertThat(exception.detail()).isEqualTo("reached");
        assertThat(exception).hasCause(cause);
        assertThat(new SeqdException(SeqdError.OVERLOADED, "full").sqlState()).isNull();
    }
}
