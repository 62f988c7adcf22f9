package dev.seqd.bench;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializationFeature;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** The bench's JSON: read strictly, so that a missing number is a failure and not a 0. Thread-safe. */
final class Json {
    private static final ObjectMapper MAPPER = JsonMapper.builder()
            .enable(DeserializationFeature.FAIL_ON_MISSING_CREATOR_PROPERTIES)
            .enable(DeserializationFeature.FAIL_ON_NULL_FOR_PRIMITIVES)
            .enable(SerializationFeature.INDENT_OUTPUT)
            .build();

    private Json() {}

    /**
     * Parses an answer of the service.
     *
     * @throws IOException if it is no JSON
     */
    static JsonNode parse(String text) throws IOException {
        return MAPPER.readTree(text);
    }

    static <T> T read(Path file, Class<T> type) throws IOException {
        return MAPPER.readValue(file.toFile(), type);
    }

    static void write(Path file, Object value) throws IOException {
        Files.writeString(file, text(value));
    }

    static String text(Object value) throws JsonProcessingException {
        return MAPPER.writeValueAsString(value) + "\n";
    }
}
