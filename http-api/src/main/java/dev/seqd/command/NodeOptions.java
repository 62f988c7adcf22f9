package dev.seqd.command;

import com.typesafe.config.Config;
import com.typesafe.config.ConfigException;
import com.typesafe.config.ConfigFactory;
import com.typesafe.config.ConfigValueFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** The options of a verb that starts a node; each stands over the configuration file. */
final class NodeOptions {
    @Option(names = "--http-port", paramLabel = "PORT", description = "Port for HTTP; 0 takes a free one (8080).")
    @Nullable
    Integer httpPort;

    @Option(names = "--http-host", paramLabel = "HOST", description = "Address to listen on (127.0.0.1).")
    @Nullable
    String httpHost;

    @Option(
            names = "--http-endpoint",
            paramLabel = "URL",
            description = "Where others reach this node's HTTP (http://HOST:PORT).")
    @Nullable
    String httpEndpoint;

    @Option(names = "--cluster-port", paramLabel = "PORT", description = "Port for peers; 0 takes a free one (0).")
    @Nullable
    Integer clusterPort;

    @Option(names = "--cluster-host", paramLabel = "HOST", description = "Address that peers reach (127.0.0.1).")
    @Nullable
    String clusterHost;

    @Option(
            names = "--data",
            paramLabel = "DIR",
            description = "Where the embedded PostgreSQL keeps its data (./data).")
    Path data = Path.of("data");

    @Option(
            names = "--jdbc-url",
            paramLabel = "URL",
            description = "A PostgreSQL of your own instead of the embedded one.")
    @Nullable
    String jdbcUrl;

    @Option(names = "--jdbc-user", paramLabel = "USER", description = "Its user (postgres).")
    @Nullable
    String jdbcUser;

    @Option(
            names = "--seed-nodes",
            split = ",",
            paramLabel = "ADDRESS",
            description = "Peers to join, such as pekko://seqd@10.0.0.1:7355; without it nodes find each other through"
                    + " the database.")
    @Nullable
    List<String> seedNodes;

    @Option(names = "--config", paramLabel = "FILE", description = "A HOCON file with settings (see reference.conf).")
    @Nullable
    Path file;

    /** The password comes from the environment or the file only: a command line is for everybody to see. */
    private static final String PASSWORD_VARIABLE = "SEQD_JDBC_PASSWORD";

    /** What is set, flags and environment over the file. */
    Config overrides() {
        Config config = fileConfig();
        config = with(config, "seqd.http.port", "--http-port", httpPort);
        config = with(config, "seqd.http.host", "--http-host", httpHost);
        config = with(config, "seqd.http.endpoint", "--http-endpoint", httpEndpoint);
        config = with(config, "seqd.cluster.port", "--cluster-port", clusterPort);
        config = with(config, "seqd.cluster.host", "--cluster-host", clusterHost);
        config = with(config, "seqd.journal.jdbc-url", "--jdbc-url", jdbcUrl);
        config = with(config, "seqd.journal.user", "--jdbc-user", jdbcUser);
        config = with(config, "seqd.journal.password", PASSWORD_VARIABLE, System.getenv(PASSWORD_VARIABLE));
        return with(config, "seqd.cluster.seed-nodes", "--seed-nodes", seedNodes);
    }

    private Config fileConfig() {
        if (file == null) {
            return ConfigFactory.empty();
        }
        if (!Files.isReadable(file)) {
            throw new ConfigException.Generic("cannot read the configuration file " + file);
        }
        return ConfigFactory.parseFile(file.toFile());
    }

    /** The name of the flag goes along, so that a refusal can say where the value comes from. */
    private static Config with(Config config, String path, String flag, @Nullable Object value) {
        return value == null ? config : config.withValue(path, ConfigValueFactory.fromAnyRef(value, flag));
    }

    /** Whether a value was refused that was given as a flag. */
    static boolean isOfFlag(ConfigException refusal) {
        return refusal.origin() != null && refusal.origin().description().startsWith("--");
    }
}
