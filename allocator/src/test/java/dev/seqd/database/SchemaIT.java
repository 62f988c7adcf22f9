package dev.seqd.database;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collections;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

@ExtendWith(TestDatabases.class)
class SchemaIT {
    private static final String APPLIED = "SELECT count(*) FROM seqd_schema_history WHERE version <> '0' AND success";

    private final DatabaseSettings settings;

    @TempDir
    private Path directory;

    private String location;

    SchemaIT(DatabaseSettings settings) {
        this.settings = settings;
    }

    @BeforeEach
    void firstVersion() throws IOException {
        location = "filesystem:" + directory;
        migration(1, "CREATE TABLE first (v int); INSERT INTO first VALUES (1);");
    }

    private void migration(int version, String sql) throws IOException {
        Files.writeString(directory.resolve("V" + version + "__some.sql"), sql);
    }

    private void assertRefused(String... parts) {
        assertThatThrownBy(() -> Schema.upgrade(settings, location))
                .isInstanceOf(DatabaseException.class)
                .hasMessageContaining(settings.target())
                .hasMessageContainingAll(parts)
                .message()
                .doesNotContain("\n");
    }

    @Test
    void upgrade_emptyDatabase_createsTheSchemaOnce() throws IOException {
        Schema.upgrade(settings, location);
        Schema.upgrade(settings, location);
        assertThat(Sql.value(settings, APPLIED)).isEqualTo("1");

        migration(2, "CREATE TABLE second (v int)");
        Schema.upgrade(settings, location);

        assertThat(Sql.value(settings, APPLIED)).isEqualTo("2");
        assertThat(Sql.value(settings, "SELECT count(*) FROM first")).isEqualTo("1");
    }

    @Test
    void upgrade_manyAtOnce_createsTheSchemaOnce() throws Exception {
        migration(2, "SELECT pg_sleep(0.2); CREATE TABLE second (v int)");
        Callable<Void> upgrade = () -> {
            Schema.upgrade(settings, location);
            return null;
        };
        ExecutorService executor = Executors.newFixedThreadPool(6);
        try {
            for (Future<Void> done : executor.invokeAll(Collections.nCopies(6, upgrade))) {
                done.get();
            }
        } finally {
            executor.shutdownNow();
        }

        assertThat(Sql.value(settings, APPLIED)).isEqualTo("2");
        assertThat(Sql.value(settings, "SELECT count(*) FROM first")).isEqualTo("1");
    }

    @Test
    void upgrade_otherTablesInTheSchema_leavesThemAlone() {
        Sql.run(settings, "CREATE TABLE theirs (v int)");

        Schema.upgrade(settings, location);

        assertThat(Sql.value(settings, "SELECT count(*) FROM theirs")).isEqualTo("0");
        assertThat(Sql.value(settings, APPLIED)).isEqualTo("1");
    }

    @Test
    void upgrade_schemaOfANewerProgram_isRefused() throws IOException {
        migration(2, "CREATE TABLE second (v int)");
        Schema.upgrade(settings, location);
        Files.delete(directory.resolve("V2__some.sql"));

        assertRefused("version 2", "start a newer seqd");
    }

    @Test
    void upgrade_appliedFileChanged_isRefused() throws IOException {
        Schema.upgrade(settings, location);
        migration(1, "CREATE TABLE other (v int)");

        assertRefused("checksum mismatch");
    }

    @Test
    void upgrade_statementFails_isRolledBackAndTriedAgainNextTime() throws IOException {
        migration(2, "CREATE TABLE second (v int); INSERT INTO nowhere VALUES (1)");
        assertRefused("nowhere");

        migration(2, "CREATE TABLE second (v int)");
        Schema.upgrade(settings, location);

        assertThat(Sql.value(settings, APPLIED)).isEqualTo("2");
    }

    @Test
    void upgrade_noFiles_isRefused() throws IOException {
        location = "filesystem:" + directory.resolve("missing");

        assertRefused("missing");
    }

    @Test
    void upgrade_schemaNamedInTheAddress_goesThere() {
        Sql.run(settings, "CREATE SCHEMA numbers");
        String url = settings.jdbcUrl() + "?currentSchema=numbers";

        Schema.upgrade(DatabaseSettings.of(url, settings.user(), settings.password()), location);

        assertThat(Sql.value(settings, "SELECT count(*) FROM numbers.seqd_schema_history"))
                .isEqualTo("1");
        assertThat(Sql.value(settings, "SELECT count(*) FROM numbers.first")).isEqualTo("1");
    }
}
