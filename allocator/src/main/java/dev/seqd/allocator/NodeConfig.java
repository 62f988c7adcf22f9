package dev.seqd.allocator;

import com.typesafe.config.Config;
import com.typesafe.config.ConfigException;
import com.typesafe.config.ConfigFactory;
import com.typesafe.config.ConfigValueFactory;
import dev.seqd.database.DatabaseSettings;

/** What a node's actor system is configured with: the operator's settings over the defaults, and what is found out here. */
final class NodeConfig {
    private static final String LIMIT = "seqd.counter.limit";

    /** What the Counters of a node may take of its heap, and what one takes with its journal, as measured, and a little more. */
    private static final int PERCENT_OF_HEAP = 50;

    private static final int BYTES_OF_COUNTER = 16_000;

    private NodeConfig() {}

    /**
     * Lays them over each other.
     *
     * @throws ConfigException if a setting is missing or has a bad value
     */
    static Config of(Config overrides, DatabaseSettings settings) {
        String db = "pekko-persistence-jdbc.shared-databases.slick.db.";
        String password = settings.password() == null ? "" : settings.password();
        Config config = ConfigFactory.empty()
                .withValue(db + "url", ConfigValueFactory.fromAnyRef(settings.jdbcUrlWithOptions()))
                .withValue(db + "user", ConfigValueFactory.fromAnyRef(settings.user()))
                .withValue(db + "password", ConfigValueFactory.fromAnyRef(password))
                .withFallback(overrides)
                .withFallback(ConfigFactory.parseResources(NodeConfig.class.getClassLoader(), "seqd-pekko.conf"))
                .withFallback(ConfigFactory.defaultReferenceUnresolved());
        return withFindings(config).resolve();
    }

    private static Config withFindings(Config config) {
        Config resolved = config.resolve();
        int wanted = Settings.port(resolved, "seqd.cluster.port");
        int port = ClusterPort.take(resolved.getString("seqd.cluster.host"), wanted);
        int limit = Settings.limit(resolved, LIMIT, PERCENT_OF_HEAP, BYTES_OF_COUNTER);
        return ConfigFactory.empty()
                .withValue("seqd.cluster.port", ConfigValueFactory.fromAnyRef(port))
                .withValue("seqd.cluster.app-version", ConfigValueFactory.fromAnyRef(appVersion(resolved)))
                .withValue(LIMIT, ConfigValueFactory.fromAnyRef(limit))
                .withFallback(config);
    }

    private static String appVersion(Config config) {
        String set = config.getString("seqd.cluster.app-version");
        String built = NodeConfig.class.getPackage().getImplementationVersion();
        return set.isEmpty() ? String.valueOf(built == null ? "0.0.0" : built) : set;
    }
}
