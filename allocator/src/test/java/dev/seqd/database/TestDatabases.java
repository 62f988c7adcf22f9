package dev.seqd.database;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.ExtensionContext.Namespace;
import org.junit.jupiter.api.extension.ParameterContext;
import org.junit.jupiter.api.extension.ParameterResolver;

/**
 * Gives each {@link DatabaseSettings} parameter of a test, or of its constructor or {@code @BeforeAll} method, an empty
 * database of its own, on one embedded server that all test classes share and that is stopped after the last of them.
 */
public final class TestDatabases implements ParameterResolver {
    private static final Namespace NAMESPACE = Namespace.create(TestDatabases.class);

    @Override
    public boolean supportsParameter(ParameterContext parameter, ExtensionContext extension) {
        return parameter.getParameter().getType() == DatabaseSettings.class;
    }

    @Override
    public DatabaseSettings resolveParameter(ParameterContext parameter, ExtensionContext extension) {
        return extension
                .getRoot()
                .getStore(NAMESPACE)
                .computeIfAbsent("server", key -> new Server(), Server.class)
                .newDatabase();
    }

    /** The server and its directory; JUnit closes it with the store. */
    private static final class Server implements AutoCloseable {
        private final AtomicInteger count = new AtomicInteger();
        private final Path directory;
        private final EmbeddedDatabase embedded;

        Server() {
            try {
                directory = Files.createTempDirectory("seqd-test-");
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
            embedded = EmbeddedDatabase.start(directory);
        }

        DatabaseSettings newDatabase() {
            String name = "test" + count.incrementAndGet();
            try (Database database = Database.open(embedded.settings().withPoolSize(1))) {
                database.query(connection -> connection.createStatement().execute("CREATE DATABASE " + name));
            }
            String url = embedded.jdbcUrl().replaceFirst("[^/]+$", name);
            return DatabaseSettings.of(url, embedded.user(), embedded.password());
        }

        @Override
        public void close() throws IOException {
            embedded.close();
            DurableFiles.deleteTree(directory);
        }
    }
}
