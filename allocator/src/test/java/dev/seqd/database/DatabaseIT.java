package dev.seqd.database;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

@ExtendWith(TestDatabases.class)
class DatabaseIT {
    private final DatabaseSettings settings;
    private final Database database;

    DatabaseIT(DatabaseSettings settings) {
        this.settings = settings;
        this.database = Database.open(settings);
    }

    @BeforeEach
    void table() {
        Sql.run(settings, "CREATE TABLE t (v int UNIQUE)");
    }

    @AfterEach
    void close() {
        database.close();
    }

    /** One statement for each value. */
    private static int insert(Connection connection, int... values) throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement("INSERT INTO t VALUES (?)")) {
            for (int value : values) {
                statement.setInt(1, value);
                statement.executeUpdate();
            }
        }
        return values.length;
    }

    private String rows() {
        return Sql.value(database, "SELECT count(*) FROM t");
    }

    @Test
    void query_severalStatements_commitsEachByItself() {
        assertThatThrownBy(() -> database.query(connection -> insert(connection, 1, 1)))
                .isInstanceOf(DatabaseException.class)
                .hasMessageContaining("duplicate key")
                .hasCauseInstanceOf(SQLException.class);

        assertThat(rows()).isEqualTo("1");
    }

    @Test
    void query_answerTakesLongerThanTheSocketTimeout_failsAndLaterCallsWork() {
        try (Database impatient = Database.open(new DatabaseSettings(
                settings.jdbcUrl(),
                settings.user(),
                settings.password(),
                1,
                Duration.ofSeconds(5),
                Duration.ofSeconds(1)))) {
            assertThatThrownBy(() -> Sql.value(impatient, "SELECT pg_sleep(20)"))
                    .isInstanceOf(DatabaseException.class);

            assertThat(Sql.value(impatient, "SELECT 1")).isEqualTo("1");
        }
    }

    @Test
    void query_poolExhausted_failsAfterTheConnectTimeout() {
        Duration patience = Duration.ofSeconds(1);
        try (Database busy = Database.open(new DatabaseSettings(
                settings.jdbcUrl(), settings.user(), settings.password(), 1, patience, Duration.ofSeconds(5)))) {
            long begun = System.nanoTime();

            assertThatThrownBy(() -> busy.query(connection -> Sql.value(busy, "SELECT 1")))
                    .isInstanceOf(DatabaseException.class);

            assertThat(Duration.ofNanos(System.nanoTime() - begun)).isBetween(patience, Duration.ofSeconds(4));
        }
    }

    @Test
    void query_roleSwitchesSynchronousCommitOff_isOnAllTheSame() {
        String databaseName = settings.jdbcUrl().replaceFirst(".*/", "");
        Sql.run(settings, "ALTER DATABASE " + databaseName + " SET synchronous_commit = off");

        assertThat(Sql.value(settings, "SHOW synchronous_commit")).isEqualTo("on");
        DatabaseChecks.verify(settings, false);
    }

    @Test
    void verify_synchronousCommitOffInForce_isRefusedUnlessAllowed() throws SQLException {
        String url = settings.jdbcUrl() + "?options=-c%20synchronous_commit=off";
        try (Connection unsafe = DriverManager.getConnection(url, settings.user(), settings.password())) {
            assertThatThrownBy(() -> DatabaseChecks.verify(unsafe, settings, false))
                    .isInstanceOf(DatabaseException.class)
                    .hasMessageContainingAll(settings.target(), "synchronous_commit is off");

            DatabaseChecks.verify(unsafe, settings, true);
        }
    }

    @Test
    void verify_wrongPassword_isRefusedWithoutShowingIt() {
        DatabaseSettings wrong = DatabaseSettings.of(settings.jdbcUrl(), settings.user(), "wrong-secret");

        assertThatThrownBy(() -> DatabaseChecks.verify(wrong, true))
                .isInstanceOf(DatabaseException.class)
                .hasMessageContainingAll(settings.target(), "check user and password")
                .hasMessageNotContaining("wrong-secret");
    }

    @Test
    void verify_nobodyListens_namesHostAndPort() {
        DatabaseSettings nobody = DatabaseSettings.of("jdbc:postgresql://127.0.0.1:1/x", "app", "secret");

        assertThatThrownBy(() -> DatabaseChecks.verify(nobody, true))
                .isInstanceOf(DatabaseException.class)
                .hasMessageContainingAll("127.0.0.1:1/x", "check that it runs")
                .hasMessageNotContaining("secret")
                .message()
                .doesNotContain("\n");
    }

    @Test
    void verify_noSuchDatabase_saysSo() {
        String url = settings.jdbcUrl() + "_missing";

        assertThatThrownBy(() ->
                        DatabaseChecks.verify(DatabaseSettings.of(url, settings.user(), settings.password()), false))
                .isInstanceOf(DatabaseException.class)
                .hasMessageContaining("create the database");
    }
}
