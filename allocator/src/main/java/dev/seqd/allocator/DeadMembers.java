package dev.seqd.allocator;

import dev.seqd.database.Database;
import dev.seqd.database.DatabaseException;
import dev.seqd.database.EmbeddedDatabase;
import java.util.List;
import org.apache.pekko.actor.Address;
import org.apache.pekko.actor.AddressFromURIString;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Forgets members that were killed together with the embedded database that they used, so that a start after that need not
 * wait until their heartbeats are stale.
 *
 * <p>Only who has started the database itself may know better than heartbeats and probes: it listens on the loopback
 * interface alone, so all its members are processes of this machine, and each holds its port for as long as it is a
 * member. A port that is free now is the port of a dead one. One that is taken may be that of a node that outlived its
 * parent and still runs: the probe decides about it, as about everybody else.
 */
public final class DeadMembers {
    private static final Logger LOG = LoggerFactory.getLogger(DeadMembers.class);

    private DeadMembers() {}

    /**
     * Removes the members whose ports are free. To be called before this process starts a node, which takes a port. Blocks.
     * If the database does not answer, nothing is removed, and a start only waits longer.
     *
     * @param owned the database, which this process has started and not closed
     */
    public static void forget(EmbeddedDatabase owned) {
        try (Database database = Database.open(owned.settings().withPoolSize(1))) {
            forget(new MemberTable(database));
        } catch (DatabaseException e) {
            LOG.warn("dead members are not forgotten, but waited for: {}", e.getMessage());
        }
    }

    private static void forget(MemberTable table) {
        List<MemberTable.Row> rows = table.exists() ? table.rows() : List.of();
        rows.stream().filter(row -> isDead(row.address())).forEach(row -> {
            LOG.info("{} was killed and is forgotten", row.address());
            table.remove(row.address(), row.incarnation());
        });
    }

    private static boolean isDead(String address) {
        Address node = AddressFromURIString.parse(address);
        return node.getHost().isPresent()
                && node.getPort().isPresent()
                && ClusterPort.isFree(node.getHost().get(), node.getPort().get());
    }
}
