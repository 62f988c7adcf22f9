package dev.seqd.command;

import com.typesafe.config.Config;
import com.typesafe.config.ConfigFactory;
import dev.seqd.database.DatabaseSettings;
import dev.seqd.database.EmbeddedDatabase;
import dev.seqd.http.HttpNode;
import java.time.Duration;
import java.util.concurrent.CompletionException;
import org.jspecify.annotations.Nullable;

/**
 * A node in this JVM with the database it needs: its own embedded one, unless a JDBC URL is given. Ends with the JVM, in
 * the right order.
 */
final class RunningNode implements AutoCloseable {
    private final @Nullable EmbeddedDatabase database;
    private final HttpNode node;
    private boolean closed;

    private RunningNode(@Nullable EmbeddedDatabase database, HttpNode node) {
        this.database = database;
        this.node = node;
    }

    static RunningNode start(NodeOptions options) {
        Config overrides = options.overrides();
        Config journal = overrides
                .withFallback(ConfigFactory.defaultReferenceUnresolved())
                .resolve()
                .getConfig("seqd.journal");
        EmbeddedDatabase embedded =
                journal.getString("jdbc-url").isEmpty() ? EmbeddedDatabase.start(options.data) : null;
        try {
            DatabaseSettings settings = embedded == null ? settings(journal) : embedded.settings();
            RunningNode running = new RunningNode(embedded, HttpNode.start(overrides, settings));
            Runtime.getRuntime().addShutdownHook(new Thread(running::close, "seqd-shutdown"));
            return running;
        } catch (RuntimeException e) {
            if (embedded != null) {
                embedded.close();
            }
            throw e;
        }
    }

    private static DatabaseSettings settings(Config journal) {
        String password = journal.getString("password");
        Duration connect = journal.getDuration("connection-timeout");
        Duration answer = journal.getDuration("socket-timeout");
        return new DatabaseSettings(
                journal.getString("jdbc-url"),
                journal.getString("user"),
                password.isEmpty() ? null : password,
                journal.getInt("pool-size"),
                connect,
                answer);
    }

    String endpoint() {
        return node.endpoint();
    }

    /** Waits until the node has ended; true if it was this command that ended it. */
    boolean awaitEnd() {
        try {
            node.whenTerminated().toCompletableFuture().join();
        } catch (CompletionException e) {
            return false;
        }
        return isClosed();
    }

    private synchronized boolean isClosed() {
        return closed;
    }

    @Override
    public void close() {
        synchronized (this) {
            if (closed) {
                return;
            }
            closed = true;
        }
        node.close();
        if (database != null) {
            database.close();
        }
    }
}
