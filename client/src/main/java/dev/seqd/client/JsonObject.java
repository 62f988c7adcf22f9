package dev.seqd.client;

import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The fields of one JSON object that have plain values (strings, 64-bit integers and booleans), or are objects or lists of
 * objects. Immutable.
 */
final class JsonObject {
    private final Map<String, Object> fields;

    JsonObject(Map<String, Object> fields) {
        this.fields = Map.copyOf(fields);
    }

    /**
     * Reads one JSON object; other values are skipped.
     *
     * @throws BadAnswerException if the bytes are anything else than one well-formed object in UTF-8
     */
    static JsonObject parse(byte[] utf8) {
        return new JsonReader(utf8).document();
    }

    /**
     * A string.
     *
     * @throws BadAnswerException if it is missing or something else
     */
    String string(String name) {
        return required(name, String.class);
    }

    /** A string, null if it is missing or something else. */
    @Nullable
    String stringOrNull(String name) {
        return fields.get(name) instanceof String text ? text : null;
    }

    /**
     * A number that is a 64-bit integer.
     *
     * @throws BadAnswerException if it is missing or something else
     */
    long integer(String name) {
        return required(name, Long.class);
    }

    /**
     * A 64-bit integer written as a string of decimal digits, as JavaScript needs it.
     *
     * @throws BadAnswerException if it is missing or something else
     */
    long decimal(String name) {
        String text = string(name);
        try {
            long value = Long.parseLong(text);
            if (Long.toString(value).equals(text)) {
                return value;
            }
        } catch (NumberFormatException e) {
            throw new BadAnswerException("the field '" + name + "' is no 64-bit integer", e);
        }
        throw new BadAnswerException("the field '" + name + "' is not in plain decimal digits");
    }

    /**
     * A boolean.
     *
     * @throws BadAnswerException if it is missing or something else
     */
    boolean bool(String name) {
        return required(name, Boolean.class);
    }

    /** Whether the field is there and true. */
    boolean isTrue(String name) {
        return Boolean.TRUE.equals(fields.get(name));
    }

    /**
     * A list of objects; what else is in it is left out.
     *
     * @throws BadAnswerException if it is missing or no list
     */
    List<JsonObject> objects(String name) {
        List<?> list = required(name, List.class);
        return list.stream()
                .filter(JsonObject.class::isInstance)
                .map(JsonObject.class::cast)
                .toList();
    }

    private <T> T required(String name, Class<T> type) {
        Object value = fields.get(name);
        if (!type.isInstance(value)) {
            throw new BadAnswerException("the field '" + name + "' is missing or no " + type.getSimpleName());
        }
        return type.cast(value);
    }
}
