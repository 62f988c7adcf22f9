package dev.seqd.allocator;

import com.typesafe.config.Config;
import com.typesafe.config.ConfigException;
import dev.seqd.core.RefillPolicy;
import java.time.Duration;

/** Reads checked values from a configuration; a bad one is refused with the path of its key. */
public final class Settings {
    private static final int HIGHEST_PORT = 65_535;

    private Settings() {}

    /**
     * A whole number with a lower limit.
     *
     * @throws ConfigException if it is missing, no whole number, or below the limit
     */
    public static long atLeast(Config config, String path, long limit) {
        long value = whole(config, path);
        if (value < limit) {
            throw new ConfigException.BadValue(config.origin(), path, "must be at least " + limit + ", not " + value);
        }
        return value;
    }

    /**
     * A TCP port, or 0 for any.
     *
     * @throws ConfigException if it is missing, no whole number, or not from 0 to 65535
     */
    public static int port(Config config, String path) {
        long value = atLeast(config, path, 0);
        if (value > HIGHEST_PORT) {
            throw new ConfigException.BadValue(config.origin(), path, "must be at most 65535, not " + value);
        }
        return (int) value;
    }

    /** The library itself would round. */
    private static long whole(Config config, String path) {
        Number value = config.getNumber(path);
        if (value.doubleValue() != value.longValue()) {
            throw new ConfigException.BadValue(config.origin(), path, "must be a whole number, not " + value);
        }
        return value.longValue();
    }

    /**
     * A duration of more than zero.
     *
     * @throws ConfigException if it is missing, no duration, or not positive
     */
    public static Duration positive(Config config, String path) {
        Duration value = config.getDuration(path);
        if (value.isNegative() || value.isZero()) {
            throw new ConfigException.BadValue(config.origin(), path, "must be more than zero");
        }
        return value;
    }

    /**
     * A {@code min}, {@code max}, {@code buffer}, {@code target} section.
     *
     * @throws ConfigException if a value is missing or the four do not fit together
     */
    public static RefillPolicy refillPolicy(Config config, String path) {
        try {
            return new RefillPolicy(
                    whole(config, path + ".min"),
                    whole(config, path + ".max"),
                    config.getDuration(path + ".buffer"),
                    config.getDuration(path + ".target"));
        } catch (IllegalArgumentException e) {
            throw new ConfigException.BadValue(config.origin(), path, String.valueOf(e.getMessage()), e);
        }
    }
}
