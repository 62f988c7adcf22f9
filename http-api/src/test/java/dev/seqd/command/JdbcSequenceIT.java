package dev.seqd.command;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.seqd.database.Database;
import dev.seqd.database.DatabaseException;
import dev.seqd.database.EmbeddedDatabase;
import java.nio.file.Path;
import java.sql.ResultSet;
import java.util.function.LongSupplier;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class JdbcSequenceIT {
    @TempDir
    private static Path directory;

    private static EmbeddedDatabase database;

    @BeforeAll
    static void start() {
        database = EmbeddedDatabase.start(directory);
    }

    @AfterAll
    static void stop() {
        database.close();
    }

    @Test
    void connect_severalCallers_drawFromOneSequenceThatGoesAtTheEnd() {
        try (JdbcSequence sequence = JdbcSequence.create(database.jdbcUrl(), database.user(), database.password())) {
            LongSupplier one = sequence.connect();
            LongSupplier other = sequence.connect();

            assertThat(one.getAsLong()).isEqualTo(1);
            assertThat(other.getAsLong()).isEqualTo(2);
            assertThat(one.getAsLong()).isEqualTo(3);
            assertThat(sequences()).isEqualTo(1);
        }
        assertThat(sequences()).isZero();
    }

    @Test
    void create_wrongDatabase_saysWhich() {
        String elsewhere = "jdbc:postgresql://127.0.0.1:9/none";

        assertThatThrownBy(() -> JdbcSequence.create(elsewhere, "postgres", null))
                .isInstanceOf(DatabaseException.class)
                .hasMessageContaining("127.0.0.1:9/none");
    }

    private static long sequences() {
        try (Database plain = Database.open(database.settings())) {
            return plain.query(connection -> {
                ResultSet count = connection
                        .createStatement()
                        .executeQuery("SELECT count(*) FROM pg_sequences WHERE sequencename LIKE 'seqd_bench%'");
                count.next();
                return count.getLong(1);
            });
        }
    }
}
