package dev.seqd.database;

import static org.assertj.core.api.Assertions.assertThat;

import java.sql.SQLException;
import java.sql.SQLTransientConnectionException;
import org.junit.jupiter.api.Test;

class SqlErrorsTest {
    private static final DatabaseSettings SETTINGS =
            DatabaseSettings.of("jdbc:postgresql://db:5433/numbers", "app", "secret");

    @Test
    void wrap_knownCode_saysWhatToDoInOneLine() {
        SQLException failure = new SQLException("FATAL: login failed\n  Detail: no", "28P01");

        DatabaseException wrapped = SqlErrors.wrap("cannot connect", SETTINGS, failure);

        assertThat(wrapped)
                .hasMessage("database db:5433/numbers: cannot connect: FATAL: login failed Detail: no;"
                        + " check user and password")
                .hasCause(failure);
    }

    @Test
    void wrap_wholeCodeAndItsClassKnown_takesTheWholeCode() {
        assertThat(SqlErrors.wrap("x", SETTINGS, new SQLException("full", "53100")))
                .hasMessageEndingWith("its disk is full");
        assertThat(SqlErrors.wrap("x", SETTINGS, new SQLException("many", "53300")))
                .hasMessageContaining("max_connections");
    }

    @Test
    void wrap_unknownOrNoCode_givesNoAdvice() {
        assertThat(SqlErrors.wrap("x", SETTINGS, new SQLException("y", "23505")))
                .hasMessageEndingWith("numbers: x: y");
        assertThat(SqlErrors.wrap("x", SETTINGS, new SQLException("y"))).hasMessageEndingWith("numbers: x: y");
    }

    @Test
    void wrap_timeoutOfThePool_tellsTheDriversFailure() {
        SQLException refused = new SQLException("Connection to db:5433 refused.", "08001");
        SQLException timeout = new SQLTransientConnectionException("timed out after 5000ms", "08001", refused);

        assertThat(SqlErrors.wrap("x", SETTINGS, timeout))
                .hasMessageContaining("refused; check that it runs")
                .hasCause(timeout);
    }
}
