package dev.seqd.client.micrometer;

import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.FunctionTimer;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tags;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.function.ToDoubleFunction;
import java.util.function.ToLongFunction;
import org.jspecify.annotations.Nullable;

/**
 * Registers meters that read one subject, under one prefix and with the same tags.
 *
 * <p>Micrometer holds the object of a function only weakly; here the function holds what it reads, so that meters live as
 * long as their registry.
 *
 * @param <T> what the meters read
 */
final class Meters<T> {
    private final MeterRegistry registry;
    private final String prefix;
    private final Tags tags;
    private final Supplier<T> subject;

    Meters(MeterRegistry registry, String prefix, Tags tags, Supplier<T> subject) {
        this.registry = registry;
        this.prefix = prefix;
        this.tags = tags;
        this.subject = subject;
    }

    /** The same with one more tag. */
    Meters<T> tagged(String key, String value) {
        return new Meters<>(registry, prefix, tags.and(key, value), subject);
    }

    /**
     * What a meter is called and means.
     *
     * @param name follows the prefix
     * @param unit what it counts, empty if its name says so
     * @param description for people
     */
    record Title(String name, String unit, String description) {
        @Nullable
        String baseUnit() {
            return unit.isEmpty() ? null : unit;
        }
    }

    void counter(Title title, ToDoubleFunction<T> reading) {
        Supplier<T> of = subject;
        FunctionCounter.builder(prefix + title.name(), of, ignored -> reading.applyAsDouble(of.get()))
                .baseUnit(title.baseUnit())
                .description(title.description())
                .tags(tags)
                .register(registry);
    }

    void gauge(Title title, ToDoubleFunction<T> reading) {
        Supplier<T> of = subject;
        Gauge.builder(prefix + title.name(), of, ignored -> reading.applyAsDouble(of.get()))
                .baseUnit(title.baseUnit())
                .description(title.description())
                .tags(tags)
                .register(registry);
    }

    void timer(Title title, ToLongFunction<T> count, ToDoubleFunction<T> nanos) {
        Supplier<T> of = subject;
        FunctionTimer.builder(
                        prefix + title.name(),
                        of,
                        ignored -> count.applyAsLong(of.get()),
                        ignored -> nanos.applyAsDouble(of.get()),
                        TimeUnit.NANOSECONDS)
                .description(title.description())
                .tags(tags)
                .register(registry);
    }

    /** The meters of counts, which a single sequence has as well as all of them together. */
    void counts(Function<T, Figures> figures) {
        counter(
                new Title("served", "values", "Values that calls were given"),
                t -> figures.apply(t).served());
        timer(
                new Title("wait", "", "Calls that had to wait for the service, and how long they did"),
                t -> figures.apply(t).waits(),
                t -> figures.apply(t).waitedNanos());
        Title refills = new Title("refills", "", "Requests for a block of values");
        tagged("outcome", "granted").counter(refills, t -> figures.apply(t).refills());
        tagged("outcome", "failed").counter(refills, t -> figures.apply(t).failedRefills());
        counter(
                new Title("refused", "answers", "Answers that could not be believed"),
                t -> figures.apply(t).refusedAnswers());
        counter(
                new Title("lost", "values", "Values that were granted and given up"),
                t -> figures.apply(t).lost());
    }
}
