package dev.seqd.allocator;

import com.typesafe.config.Config;
import com.typesafe.config.ConfigException;
import dev.seqd.core.RefillPolicy;
import java.time.Duration;
import java.util.Locale;

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
            throw bad(config, path, "must be at least " + limit + ", not " + value);
        }
        return value;
    }

    /**
     * A whole number within limits.
     *
     * @throws ConfigException if it is missing, no whole number, or outside of the limits
     */
    public static long between(Config config, String path, long lowest, long highest) {
        long value = atLeast(config, path, lowest);
        if (value > highest) {
            throw bad(config, path, "must be at most " + highest + ", not " + value);
        }
        return value;
    }

    /**
     * How many things a node may keep in memory; where that is set to 0, as many as a part of the heap has room for.
     *
     * @param percent how much of the heap they may take
     * @param bytesEach what one of them takes, rather too much than too little
     * @throws ConfigException if it is missing, no whole number, negative, or beyond an int
     */
    public static int limit(Config config, String path, int percent, int bytesEach) {
        long set = between(config, path, 0, Integer.MAX_VALUE);
        long fitting = Runtime.getRuntime().maxMemory() / 100 * percent / bytesEach;
        return (int) (set > 0 ? set : Math.max(1, Math.min(Integer.MAX_VALUE, fitting)));
    }

    /**
     * A TCP port, or 0 for any.
     *
     * @throws ConfigException if it is missing, no whole number, or not from 0 to 65535
     */
    public static int port(Config config, String path) {
        return (int) between(config, path, 0, HIGHEST_PORT);
    }

    /** The library itself would round. */
    private static long whole(Config config, String path) {
        Number value = config.getNumber(path);
        if (value.doubleValue() != value.longValue()) {
            throw bad(config, path, "must be a whole number, not " + value);
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
            throw bad(config, path, "must be more than zero");
        }
        return value;
    }

    /**
     * A duration within limits.
     *
     * @throws ConfigException if it is missing, no duration, or outside of the limits
     */
    public static Duration between(Config config, String path, Duration shortest, Duration longest) {
        Duration value = config.getDuration(path);
        if (value.compareTo(shortest) < 0 || value.compareTo(longest) > 0) {
            throw bad(config, path, "must be from " + text(shortest) + " to " + text(longest));
        }
        return value;
    }

    /** As it is written in a file: {@code 1h}. */
    private static String text(Duration duration) {
        return duration.toString().substring("PT".length()).toLowerCase(Locale.ROOT);
    }

    /**
     * Refuses a {@code min} and {@code max} of which the first is more.
     *
     * @throws ConfigException naming the section
     */
    public static void requireOrder(Config config, String path, Duration min, Duration max) {
        if (max.compareTo(min) < 0) {
            throw bad(config, path, "min must not be more than max");
        }
    }

    /** A refusal that names the key, and the flag, or the file and line, where its value comes from. */
    static ConfigException bad(Config config, String path, String rule) {
        return new ConfigException.BadValue(config.getValue(path).origin(), path, rule);
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
