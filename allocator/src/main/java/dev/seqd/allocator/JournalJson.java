package dev.seqd.allocator;

import com.fasterxml.jackson.annotation.JsonSetter;
import com.fasterxml.jackson.annotation.Nulls;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.StreamReadFeature;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.MapperFeature;
import com.fasterxml.jackson.databind.SerializationFeature;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.datatype.jsr310.JavaTimeModule;
import dev.seqd.core.Cursor;
import dev.seqd.core.Reach;
import dev.seqd.core.SequenceDefinition;
import dev.seqd.core.SequenceOrder;
import dev.seqd.core.SequenceType;
import dev.seqd.core.Sizing;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Instant;

/**
 * JSON as it stands in the journal, read strictly: a missing, unknown, doubled, fractional or null field is damage, never a
 * default, because a missing number read as 0 would restart a counter.
 */
final class JournalJson {
    private static final JsonSetter.Value NEVER_NULL = JsonSetter.Value.forValueNulls(Nulls.FAIL);
    private static final JsonMapper MAPPER = JsonMapper.builder()
            .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
            .enable(DeserializationFeature.FAIL_ON_MISSING_CREATOR_PROPERTIES)
            .enable(DeserializationFeature.FAIL_ON_NULL_FOR_PRIMITIVES)
            .enable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES)
            .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
            .disable(DeserializationFeature.ACCEPT_FLOAT_AS_INT)
            .disable(MapperFeature.ALLOW_COERCION_OF_SCALARS)
            .enable(DeserializationFeature.FAIL_ON_NUMBERS_FOR_ENUMS)
            .enable(DeserializationFeature.READ_ENUMS_USING_TO_STRING)
            .enable(SerializationFeature.WRITE_ENUMS_USING_TO_STRING)
            .disable(SerializationFeature.WRITE_DATES_AS_TIMESTAMPS)
            .withConfigOverride(Instant.class, instant -> instant.setSetterInfo(NEVER_NULL))
            .withConfigOverride(String.class, string -> string.setSetterInfo(NEVER_NULL))
            .withConfigOverride(SequenceDefinition.class, made -> made.setSetterInfo(NEVER_NULL))
            .withConfigOverride(SequenceType.class, type -> type.setSetterInfo(NEVER_NULL))
            .withConfigOverride(SequenceOrder.class, order -> order.setSetterInfo(NEVER_NULL))
            .withConfigOverride(Sizing.class, sizing -> sizing.setSetterInfo(NEVER_NULL))
            .withConfigOverride(Reach.class, reach -> reach.setSetterInfo(NEVER_NULL))
            .withConfigOverride(Cursor.class, cursor -> cursor.setSetterInfo(NEVER_NULL))
            .addModule(new JavaTimeModule())
            .build();

    private JournalJson() {}

    static byte[] write(Object value) {
        try {
            return MAPPER.writeValueAsBytes(value);
        } catch (JsonProcessingException e) {
            throw new IllegalStateException("cannot be written as JSON: " + value, e);
        }
    }

    /**
     * Reads a value.
     *
     * @throws DamagedJournalException if the bytes are not exactly one whole value of the type
     */
    static <T> T read(byte[] json, Class<T> type) {
        T value;
        try {
            value = MAPPER.readValue(json, type);
        } catch (IOException e) {
            throw new DamagedJournalException("the journal holds no valid " + type.getSimpleName(), e);
        }
        if (value == null) {
            throw new DamagedJournalException("the journal holds no " + type.getSimpleName(), null);
        }
        return value;
    }

    /** A definition as the head table holds it. */
    static SequenceDefinition definition(String json) {
        return read(json.getBytes(StandardCharsets.UTF_8), SequenceDefinition.class);
    }
}
