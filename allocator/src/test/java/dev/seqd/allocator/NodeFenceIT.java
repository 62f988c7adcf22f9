package dev.seqd.allocator;

import static org.assertj.core.api.Assertions.assertThat;

import dev.seqd.database.Database;
import dev.seqd.database.DatabaseSettings;
import dev.seqd.database.Schema;
import dev.seqd.database.TestDatabases;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

@ExtendWith(TestDatabases.class)
class NodeFenceIT {
    private final DatabaseSettings settings;
    private Database database;
    private NodeFence fence;

    NodeFenceIT(DatabaseSettings settings) {
        this.settings = settings;
    }

    @BeforeEach
    void open() {
        Schema.upgrade(settings);
        database = Database.open(settings.withPoolSize(1));
        fence = new NodeFence(database, "me");
    }

    @AfterEach
    void close() {
        database.close();
    }

    private void execute(String... statements) {
        for (String sql : statements) {
            database.query(connection -> connection.createStatement().execute(sql));
        }
    }

    @Test
    void look_rowWrittenOrNot_tellsServerAndNumber() {
        assertThat(fence.look().beats()).isNull();
        fence.enter(3);

        assertThat(fence.look().beats()).isEqualTo(3);
        assertThat(fence.look().holds(3)).isTrue();
        assertThat(fence.look().holds(4)).isFalse();
        assertThat(fence.look().server())
                .matches("\\d+/[0-9A-F]{8}/[\\d.]+")
                .isEqualTo(fence.look().server());
        assertThat(new NodeFence(database, "other").look().beats()).isNull();
    }

    @Test
    void beat_rowThereAndNotOlder_isWritten() {
        assertThat(fence.beat(0, 1)).isFalse();
        fence.enter(1);

        assertThat(fence.beat(1, 2)).isTrue();
        assertThat(fence.beat(3, 4)).isFalse();
        assertThat(fence.look().beats()).isEqualTo(2);
    }

    @Test
    void enter_anything_forgetsWhoHasBeenSilentForADay() {
        new NodeFence(database, "dead").enter(9);
        execute("UPDATE seqd_node_fence SET at = at - interval '25 hours'");

        fence.enter(1);

        assertThat(JournalRows.value(database, "SELECT string_agg(node, ',') FROM seqd_node_fence"))
                .isEqualTo("me");
        fence.leave();
        assertThat(fence.look().beats()).isNull();
    }

    @Test
    void look_roleWithoutSpecialRights_works() {
        assertLooksAs("plain_role", "\\d+/[0-9A-F]{8}/[\\d.]+");
    }

    @Test
    void look_roleThatMayNotReadTheControlFile_goesByTheStartOfTheServer() {
        execute("REVOKE EXECUTE ON FUNCTION pg_control_system() FROM PUBLIC");

        assertLooksAs("poor_role", "[\\d.]+");
    }

    private void assertLooksAs(String role, String server) {
        execute(
                "CREATE ROLE " + role + " LOGIN PASSWORD 'secret'",
                "GRANT SELECT, INSERT, UPDATE, DELETE ON ALL TABLES IN SCHEMA public TO " + role);
        try (Database asRole = Database.open(
                DatabaseSettings.of(settings.jdbcUrl(), role, "secret").withPoolSize(1))) {
            NodeFence itsFence = new NodeFence(asRole, role);
            itsFence.enter(1);

            assertThat(itsFence.look().server()).matches(server);
            assertThat(itsFence.look().beats()).isEqualTo(1);
        }
    }
}
