package dev.seqd.semantics;

import dev.seqd.database.DatabaseSettings;
import dev.seqd.database.EmbeddedDatabase;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Comparator;
import java.util.stream.Stream;

/** The PostgreSQL that knows what is right: a server of its own in a directory that goes with it. */
final class Oracle implements AutoCloseable {
    private final Path directory;
    private final EmbeddedDatabase database;
    private final PostgresSequence sequence;

    private Oracle(Path directory, EmbeddedDatabase database, PostgresSequence sequence) {
        this.directory = directory;
        this.database = database;
        this.sequence = sequence;
    }

    static Oracle start() throws IOException, SQLException {
        Path directory = Files.createTempDirectory("seqd-semantics-");
        EmbeddedDatabase database = EmbeddedDatabase.start(directory);
        try {
            PostgresSequence sequence = new PostgresSequence(database.jdbcUrl(), database.user(), database.password());
            return new Oracle(directory, database, sequence);
        } catch (SQLException e) {
            database.close();
            throw e;
        }
    }

    /** An empty database on the same server. */
    DatabaseSettings newDatabase(String name) throws SQLException {
        try (Connection connection =
                        DriverManager.getConnection(database.jdbcUrl(), database.user(), database.password());
                Statement statement = connection.createStatement()) {
            statement.execute("CREATE DATABASE " + name);
        }
        String url = database.jdbcUrl().replaceFirst("[^/]+$", name);
        return DatabaseSettings.of(url, database.user(), database.password());
    }

    PostgresSequence sequence() {
        return sequence;
    }

    @Override
    public void close() throws SQLException, IOException {
        sequence.close();
        database.close();
        try (Stream<Path> files = Files.walk(directory)) {
            files.sorted(Comparator.reverseOrder()).forEach(Oracle::delete);
        }
    }

    private static void delete(Path file) {
        try {
            Files.deleteIfExists(file);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
