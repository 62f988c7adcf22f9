package dev.seqd.allocator;

import static org.assertj.core.api.Assertions.assertThat;

import dev.seqd.database.Database;
import dev.seqd.database.EmbeddedDatabase;
import dev.seqd.database.Schema;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DeadMembersIT {
    @TempDir
    private Path directory;

    @Test
    void forget_emptyDatabase_doesNothing() {
        try (EmbeddedDatabase embedded = EmbeddedDatabase.start(directory)) {
            DeadMembers.forget(embedded);
        }
    }

    @Test
    void forget_oneDeadOneThatMayLive_forgetsTheDeadOne() throws IOException {
        try (EmbeddedDatabase embedded = EmbeddedDatabase.start(directory);
                Database database = Database.open(embedded.settings().withPoolSize(1));
                ServerSocket orphan = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            Schema.upgrade(embedded.settings());
            MemberTable table = new MemberTable(database);
            String alive = "pekko://seqd@127.0.0.1:" + orphan.getLocalPort();
            table.register(new MemberTable.Entry(alive, "orphan", "http://127.0.0.1:1"));
            String dead = "pekko://seqd@127.0.0.1:" + ClusterPort.free("127.0.0.1");
            table.register(new MemberTable.Entry(dead, "dead", "http://127.0.0.1:2"));
            table.register(new MemberTable.Entry("pekko://seqd@203.0.113.1:7355", "far", "http://203.0.113.1:1"));

            DeadMembers.forget(embedded);

            assertThat(table.rows())
                    .extracting(MemberTable.Row::incarnation)
                    .containsExactlyInAnyOrder("orphan", "far");
        }
    }

    @Test
    void join_afterAKill_doesNotWaitForTheDeadNodesHeartbeat() {
        try (EmbeddedDatabase embedded = EmbeddedDatabase.start(directory)) {
            Schema.upgrade(embedded.settings());
            try (Database database = Database.open(embedded.settings().withPoolSize(1))) {
                String dead = "pekko://seqd@127.0.0.1:" + ClusterPort.free("127.0.0.1");
                new MemberTable(database).register(new MemberTable.Entry(dead, "dead", "http://127.0.0.1:1"));
            }
            DeadMembers.forget(embedded);

            try (TestNode node = TestNode.joined(embedded.settings(), "seqd.cluster.stale-after = 1h")) {
                assertThat(node.allocator.isReady()).isTrue();
            }
        }
    }
}
