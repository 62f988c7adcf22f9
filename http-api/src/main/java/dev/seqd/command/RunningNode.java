package dev.seqd.command;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import com.typesafe.config.Config;
import com.typesafe.config.ConfigFactory;
import dev.seqd.allocator.DeadMembers;
import dev.seqd.allocator.JournalSettings;
import dev.seqd.allocator.StopReason;
import dev.seqd.core.SeqdError;
import dev.seqd.core.SeqdException;
import dev.seqd.database.DatabaseException;
import dev.seqd.database.DatabaseSettings;
import dev.seqd.database.EmbeddedDatabase;
import dev.seqd.http.HttpNode;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * A node in this JVM with the database it needs: its own embedded one, unless a JDBC URL is given. Ends with the JVM, in
 * the right order, whenever that is told to end: also while the database or the node is being started. Thread-safe.
 */
final class RunningNode implements AutoCloseable {
    private static final StopReason PUT_OUT =
            new StopReason("the cluster has put this node out; start it again to rejoin", false);
    /** How long whoever closes waits for a database that is just being started. */
    private static final Duration START_LIMIT = Duration.ofSeconds(60);

    /** The embedded database once its start has succeeded; empty if there is none, or it has failed. */
    private final CompletableFuture<Optional<EmbeddedDatabase>> database = new CompletableFuture<>();

    @GuardedBy("this")
    private @Nullable HttpNode node;

    @GuardedBy("this")
    private boolean closed;

    private RunningNode() {}

    /** Starts database and node. Blocks until the node can answer. */
    static RunningNode start(NodeOptions options) {
        Config overrides = options.overrides();
        JournalSettings journal = JournalSettings.of(overrides
                .withFallback(ConfigFactory.defaultReferenceUnresolved())
                .resolve());
        RunningNode running = new RunningNode();
        Runtime.getRuntime().addShutdownHook(new Thread(running::endWithJvm, "seqd-shutdown"));
        try {
            running.adopt(HttpNode.start(overrides, running.startDatabase(journal, options.data)));
            return running;
        } catch (RuntimeException e) {
            throw running.isClosed() ? endedMeanwhile(e) : running.closedAfter(e);
        }
    }

    private DatabaseSettings startDatabase(JournalSettings journal, Path data) {
        if (!journal.isEmbedded()) {
            database.complete(Optional.empty());
            return journal.database();
        }
        try {
            EmbeddedDatabase embedded = EmbeddedDatabase.start(data);
            database.complete(Optional.of(embedded));
            DeadMembers.forget(embedded);
            return journal.database(embedded);
        } finally {
            database.complete(Optional.empty()); // nothing happens if it was started
        }
    }

    /** A node that is up only after this has been closed was overtaken by the end, and ends. */
    private void adopt(HttpNode started) {
        synchronized (this) {
            if (!closed) {
                node = started;
                return;
            }
        }
        started.close();
        throw endedMeanwhile(null);
    }

    private static SeqdException endedMeanwhile(@Nullable Throwable cause) {
        return new SeqdException(SeqdError.UNAVAILABLE, null, "told to end while it started", cause);
    }

    private RuntimeException closedAfter(RuntimeException failure) {
        try {
            close();
        } catch (RuntimeException e) {
            failure.addSuppressed(e);
        }
        return failure;
    }

    String endpoint() {
        return started().endpoint();
    }

    private synchronized HttpNode started() {
        if (node == null) {
            throw new IllegalStateException("not started");
        }
        return node;
    }

    /** Waits until the node has ended, closes what is left, and says why unless a signal did it; the exit code. */
    int awaitEnd(PrintWriter err) {
        StopReason reason;
        try {
            reason = started().whenTerminated().toCompletableFuture().join().orElse(PUT_OUT);
        } catch (CompletionException e) {
            reason = new StopReason(PUT_OUT.message() + " (" + e.getMessage() + ")", false);
        }
        if (isClosed()) {
            return ExitCode.OK;
        }
        err.println("seqd: " + reason.message());
        close();
        return reason.asked() ? ExitCode.OK : ExitCode.ERROR;
    }

    /** A node that was up and has ended in good order has succeeded, also if a signal did it; Java says 143 then by itself. */
    private void endWithJvm() {
        if (closeOnce()) {
            Runtime.getRuntime().halt(ExitCode.OK);
        }
    }

    private synchronized boolean isClosed() {
        return closed;
    }

    /** Ends the node, and after it the database. Blocks; a second call does nothing, and does not wait for the first. */
    @Override
    public void close() {
        closeOnce();
    }

    /** Whether that ended a node which was up. */
    private boolean closeOnce() {
        HttpNode last;
        synchronized (this) {
            if (closed) {
                return false;
            }
            closed = true;
            last = node;
        }
        if (last != null) {
            last.close();
        }
        awaitDatabase().ifPresent(EmbeddedDatabase::close);
        return last != null;
    }

    private Optional<EmbeddedDatabase> awaitDatabase() {
        try {
            return database.copy()
                    .orTimeout(START_LIMIT.toSeconds(), TimeUnit.SECONDS)
                    .join();
        } catch (CompletionException e) {
            throw new DatabaseException("PostgreSQL takes long to start and is left running", e);
        }
    }
}
