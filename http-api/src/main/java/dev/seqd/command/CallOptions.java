package dev.seqd.command;

import com.fasterxml.jackson.databind.JsonNode;
import dev.seqd.bench.EndpointConverter;
import java.io.PrintWriter;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import picocli.CommandLine.Option;

/** The options of a verb that calls a running service. */
final class CallOptions {
    enum Output {
        table,
        json
    }

    @Option(
            names = "--endpoint",
            split = ",",
            paramLabel = "URL",
            converter = EndpointConverter.class,
            description = "Nodes to call, the first that answers (http://127.0.0.1:8080).")
    List<String> endpoints = List.of("http://127.0.0.1:8080");

    @Option(
            names = {"-o", "--output"},
            paramLabel = "FORMAT",
            description = "table or json (${DEFAULT-VALUE}).")
    Output output = Output.table;

    Api api() {
        return new Api(endpoints);
    }

    /** Prints an answer: as it came, or as lines of names and values. */
    void print(PrintWriter out, JsonNode answer) {
        if (output == Output.json) {
            out.println(answer.toPrettyString());
            return;
        }
        Map<String, String> rows = new LinkedHashMap<>();
        flatten(answer, rows);
        int width = rows.keySet().stream().mapToInt(String::length).max().orElse(0);
        rows.forEach((name, value) -> out.println(name + " ".repeat(width - name.length() + 2) + value));
    }

    private static void flatten(JsonNode object, Map<String, String> rows) {
        object.properties().forEach(field -> {
            if (field.getValue().isObject()) {
                flatten(field.getValue(), rows);
            } else {
                rows.put(
                        field.getKey(),
                        field.getValue().isNull() ? "-" : field.getValue().asText());
            }
        });
    }
}
