package dev.seqd.faults;

import static org.assertj.core.api.Assertions.assertThat;

import dev.seqd.system.ServeNodes;
import dev.seqd.system.Signals;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/** What befalls the database. Callers who hold nothing wait until it is over, and ten seconds more at most. */
final class DatabaseFaults {
    private static final Duration SHORT = Duration.ofSeconds(1);
    private static final String TOO_MANY_CONNECTIONS = "53300";
    private static final String DISK_FULL = "53100";
    private static final String OTHERS = "FROM pg_stat_activity WHERE backend_type = 'client backend'"
            + " AND datname = current_database() AND pid <> pg_backend_pid()";

    private DatabaseFaults() {}

    static Fault killed(ServeNodes database) {
        List<Long> pids = new ArrayList<>();
        return new Fault(
                "PostgreSQL killed",
                Fault.Whom.DATABASE,
                SHORT,
                SHORT.plus(Fault.AFTER),
                () -> {
                    pids.addAll(database.databasePids());
                    database.killDatabase();
                },
                () -> pids.size() > 1 && pids.stream().noneMatch(DatabaseFaults::runs),
                database::startDatabase);
    }

    /** One that has ended and that nobody has fetched yet is no process any more. */
    private static boolean runs(long pid) {
        return ProcessHandle.of(pid)
                .flatMap(process -> process.info().command())
                .isPresent();
    }

    static Fault restarted(ServeNodes database) {
        return new Fault(
                "PostgreSQL restarted",
                Fault.Whom.DATABASE,
                SHORT,
                SHORT.plus(Fault.AFTER),
                database::stopDatabase,
                () -> isRefused(database),
                database::startDatabase);
    }

    private static boolean isRefused(ServeNodes database) {
        try (Connection connection = database.connect()) {
            return connection.isClosed();
        } catch (SQLException e) {
            return true;
        }
    }

    static Fault frozen(ServeNodes database) {
        List<Long> pids = new ArrayList<>();
        return new Fault(
                "PostgreSQL frozen",
                Fault.Whom.DATABASE,
                Fault.LONG,
                Fault.LONG.plus(Fault.AFTER),
                () -> {
                    pids.addAll(database.databasePids());
                    Signals.send("STOP", pids);
                },
                () -> Service.isStopped(pids.get(0)),
                () -> Signals.send("CONT", pids));
    }

    static Fault connectionsCut(ServeNodes database) {
        long[] cut = {0};
        return new Fault(
                "connections cut",
                Fault.Whom.DATABASE,
                SHORT,
                SHORT.plus(Fault.AFTER),
                () -> cut[0] = cutConnections(database),
                () -> cut[0] > 0,
                () -> {});
    }

    /** Ends all sessions but its own, and says how many there were. */
    static long cutConnections(ServeNodes database) throws SQLException {
        return number(database, "SELECT count(pg_terminate_backend(pid)) " + OTHERS);
    }

    static Fault journalLocked(ServeNodes database) {
        List<Connection> holder = new ArrayList<>();
        return new Fault(
                "journal locked",
                Fault.Whom.DATABASE,
                Fault.LONG,
                Fault.LONG.plus(Fault.AFTER),
                () -> {
                    Connection connection = database.connect();
                    holder.add(connection);
                    connection.setAutoCommit(false);
                    try (Statement statement = connection.createStatement()) {
                        statement.execute("LOCK TABLE event_journal IN ACCESS EXCLUSIVE MODE");
                    }
                },
                () -> number(database, "SELECT count(*) " + OTHERS + " AND wait_event_type = 'Lock'") > 0,
                () -> holder.get(0).close());
    }

    static Fault slotsTaken(ServeNodes database) {
        List<Connection> taken = new ArrayList<>();
        List<String> states = new ArrayList<>();
        return new Fault(
                "connection slots taken",
                Fault.Whom.DATABASE,
                Fault.LONG,
                Fault.LONG.plus(Fault.AFTER),
                () -> states.add(takeAll(database, taken)),
                () -> states.contains(TOO_MANY_CONNECTIONS),
                () -> {
                    for (Connection connection : taken) {
                        connection.close();
                    }
                });
    }

    /** It can get so full that PostgreSQL ends. */
    static Fault diskFull(ServeNodes database, SmallDisk disk) {
        return new Fault(
                "disk of the database full",
                Fault.Whom.DATABASE,
                Fault.LONG,
                Fault.LONG.plus(Fault.AFTER),
                disk::fill,
                () -> isFull(database),
                () -> {
                    disk.free();
                    if (isRefused(database)) {
                        database.startDatabase();
                    }
                });
    }

    private static boolean isFull(ServeNodes database) {
        try (Connection connection = database.connect();
                Statement statement = connection.createStatement()) {
            statement.execute("CREATE TEMP TABLE filler AS SELECT repeat('x', 1000) FROM generate_series(1, 1000)");
            return false;
        } catch (SQLException e) {
            return DISK_FULL.equals(e.getSQLState());
        }
    }

    private static String takeAll(ServeNodes database, List<Connection> taken) {
        try {
            while (true) {
                taken.add(database.connect());
            }
        } catch (SQLException e) {
            return e.getSQLState();
        }
    }

    private static long number(ServeNodes database, String sql) throws SQLException {
        try (Connection connection = database.connect();
                Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery(sql)) {
            assertThat(row.next()).isTrue();
            return row.getLong(1);
        }
    }
}
