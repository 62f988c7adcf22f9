package dev.seqd.bench;

import java.time.Duration;
import java.util.List;
import java.util.Locale;

/**
 * What a run is to do.
 *
 * @param endpoints base URLs of the service, without a slash at the end; at least one
 * @param names how the sequences are called
 * @param load the demand
 * @param warmup how long the load runs before it is measured; not negative
 * @param duration how long it is measured; positive
 */
record BenchPlan(List<String> endpoints, SequenceNames names, Load load, Duration warmup, Duration duration) {
    BenchPlan {
        endpoints = List.copyOf(endpoints);
        if (duration.isZero()) {
            throw new IllegalArgumentException("--duration must be more than 0");
        }
    }

    /** The command that does the same again, with all defaults spelt out. */
    String command() {
        return String.format(
                Locale.ROOT,
                "seqd bench --endpoint %s --sequences %d --rate %d --clients %d --warmup %s --duration %s --zipf %s"
                        + " --seed %d --prefix %s",
                String.join(",", endpoints),
                load.sequences(),
                load.rate(),
                load.clients(),
                DurationConverter.text(warmup),
                DurationConverter.text(duration),
                load.zipf(),
                load.seed(),
                names.prefix());
    }
}
