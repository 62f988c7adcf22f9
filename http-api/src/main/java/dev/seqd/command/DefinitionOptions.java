package dev.seqd.command;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/**
 * The options that define a sequence, to create or alter it. What is not given is not sent, and numbers are sent as they
 * were typed: the service judges them, in PostgreSQL's words.
 */
final class DefinitionOptions {
    private static final String NONE = "none";

    @Option(names = "--type", paramLabel = "TYPE", description = "smallint, integer or bigint (new: bigint).")
    private @Nullable String type;

    @Option(names = "--start", paramLabel = "N", description = "The first value (new: min, or max when descending).")
    private @Nullable String start;

    @Option(names = "--increment", paramLabel = "N", description = "The step, negative to count down (new: 1).")
    private @Nullable String increment;

    @Option(names = "--min", paramLabel = "N", description = "The lower bound; 'none' derives it from the type.")
    private @Nullable String min;

    @Option(names = "--max", paramLabel = "N", description = "The upper bound; 'none' derives it from the type.")
    private @Nullable String max;

    @Option(
            names = "--cycle",
            negatable = true,
            fallbackValue = "true",
            description = "Go on at the other bound when one is reached, or not (new: not).")
    private @Nullable Boolean cycle;

    @Option(
            names = "--order",
            paramLabel = "ORDER",
            description = "cached, or strict: in order over all callers, and nothing kept ready (new: cached).")
    private @Nullable String order;

    @Option(
            names = "--cache",
            paramLabel = "N",
            description = "The most values that any holder keeps ready; 'none' goes by demand (new: none).")
    private @Nullable String cache;

    @Mixin
    private SizingOptions sizing;

    @Mixin
    private ReuseOption reuse;

    @SuppressWarnings("NullAway.Init") // picocli fills them in
    DefinitionOptions() {}

    /** The request's body. */
    ObjectNode request() {
        ObjectNode definition = JsonNodeFactory.instance.objectNode();
        put(definition, "type", type);
        put(definition, "start", start);
        put(definition, "increment", increment);
        putOrNull(definition, "min", min);
        putOrNull(definition, "max", max);
        if (cycle != null) {
            definition.put("cycle", cycle);
        }
        put(definition, "order", order);
        putOrNull(definition, "cache", cache);
        sizing.addTo(definition);
        reuse.addTo(definition);
        return definition;
    }

    private static void put(ObjectNode object, String field, @Nullable String value) {
        if (value != null) {
            object.put(field, value);
        }
    }

    /** Hands a field back to its default for 'none'. */
    static void putOrNull(ObjectNode object, String field, @Nullable String value) {
        if (NONE.equals(value)) {
            object.putNull(field);
        } else {
            put(object, field, value);
        }
    }
}
