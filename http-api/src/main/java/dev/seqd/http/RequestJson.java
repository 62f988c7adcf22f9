package dev.seqd.http;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.StreamReadConstraints;
import com.fasterxml.jackson.core.StreamReadFeature;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import dev.seqd.core.SeqdError;
import dev.seqd.core.SeqdException;
import java.math.BigInteger;
import java.util.Iterator;
import java.util.Set;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * A request body: a flat JSON object whose fields are all known. 64-bit values may come as strings or as integer numbers.
 * Every refusal names the field and, where PostgreSQL has one, carries its text and SQLSTATE.
 */
final class RequestJson {
    private static final int MAX_NUMBER_DIGITS = 40;
    private static final int MAX_DEPTH = 4;
    private static final Pattern INTEGER = Pattern.compile("[+-]?[0-9]{1," + MAX_NUMBER_DIGITS + "}");

    private static final JsonMapper MAPPER = JsonMapper.builder(com.fasterxml.jackson.core.JsonFactory.builder()
                    .streamReadConstraints(StreamReadConstraints.builder()
                            .maxNestingDepth(MAX_DEPTH)
                            .maxNumberLength(MAX_NUMBER_DIGITS)
                            .build())
                    .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
                    .build())
            .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
            .build();

    private final JsonNode object;
    private final SeqdError fault;

    private RequestJson(JsonNode object, SeqdError fault) {
        this.object = object;
        this.fault = fault;
    }

    /**
     * Reads a body; an empty one is an empty object.
     *
     * @param known the fields it may have
     * @param fault what a bad value counts as; a malformed body and an unknown field are always {@code invalid-request}
     */
    static RequestJson read(String body, Set<String> known, SeqdError fault) {
        return of(parse(body.isBlank() ? "{}" : body), known, fault);
    }

    private static RequestJson of(JsonNode object, Set<String> known, SeqdError fault) {
        for (Iterator<String> names = object.fieldNames(); names.hasNext(); ) {
            String name = names.next();
            if (!known.contains(name)) {
                throw invalid("unknown field '" + printable(name) + "'; known are " + String.join(", ", known));
            }
        }
        return new RequestJson(object, fault);
    }

    private static JsonNode parse(String body) {
        JsonNode node;
        try {
            node = MAPPER.readTree(body);
        } catch (JsonProcessingException e) {
            throw invalid("the body is no valid JSON: " + printable(e.getOriginalMessage()));
        }
        if (!node.isObject()) {
            throw invalid("the body must be a JSON object");
        }
        return node;
    }

    /** An object within, null if the field is missing or null. */
    @Nullable
    RequestJson object(String field, Set<String> known) {
        JsonNode value = object.get(field);
        if (value == null || value.isNull()) {
            return null;
        }
        if (!value.isObject()) {
            throw new SeqdException(fault, "'" + field + "' must be an object");
        }
        return of(value, known, fault);
    }

    boolean has(String field) {
        return object.has(field);
    }

    boolean isNull(String field) {
        return object.path(field).isNull();
    }

    /** A 64-bit value, null if the field is missing or null. */
    @Nullable
    Long integer(String field) {
        JsonNode value = object.get(field);
        if (value == null || value.isNull()) {
            return null;
        }
        if (value.isTextual()) {
            return bigint(value.textValue(), fault);
        }
        if (!value.isNumber()) {
            throw new SeqdException(fault, "'" + field + "' must be a 64-bit integer, as a string or a number");
        }
        return bigint(value.asText(), fault);
    }

    /** A text, null if the field is missing. */
    @Nullable
    String text(String field) {
        JsonNode value = object.get(field);
        if (value == null) {
            return null;
        }
        if (!value.isTextual()) {
            throw new SeqdException(fault, "'" + field + "' must be a string");
        }
        return value.textValue();
    }

    /** A truth value, null if the field is missing. */
    @Nullable
    Boolean truth(String field) {
        JsonNode value = object.get(field);
        if (value == null) {
            return null;
        }
        if (!value.isBoolean()) {
            throw new SeqdException(fault, "'" + field + "' must be true or false");
        }
        return value.booleanValue();
    }

    /** A number of values to take, from 1 to the largest int; it must be there, and be a JSON number. */
    long count(String field) {
        JsonNode value = object.get(field);
        boolean whole = value != null && value.isIntegralNumber() && value.canConvertToInt();
        if (!whole || value.intValue() < 1) {
            throw invalid("'" + field + "' must be a whole number from 1 to " + Integer.MAX_VALUE);
        }
        return value.intValue();
    }

    /** Reads a 64-bit integer as PostgreSQL would. */
    static long bigint(String text, SeqdError fault) {
        if (!INTEGER.matcher(text).matches()) {
            throw new SeqdException(
                    fault, "22P02", "invalid input syntax for type bigint: \"" + printable(text) + "\"");
        }
        BigInteger value = new BigInteger(text);
        if (value.bitLength() > 63) {
            throw new SeqdException(fault, "22003", "value \"" + text + "\" is out of range for type bigint");
        }
        return value.longValue();
    }

    private static SeqdException invalid(String detail) {
        return new SeqdException(SeqdError.INVALID_REQUEST, detail);
    }

    /** What a caller sent, short and on one line, for a text that is shown or logged. */
    static String printable(String text) {
        String line = text.codePoints()
                .limit(60)
                .map(c -> Character.isISOControl(c) || Character.getType(c) == Character.SURROGATE ? '?' : c)
                .collect(StringBuilder::new, StringBuilder::appendCodePoint, StringBuilder::append)
                .toString();
        return text.length() > line.length() ? line + "..." : line;
    }
}
