package dev.seqd.command;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** How much of a sequence the tiers hold ready. They go together: what is not given is left to the configuration. */
final class SizingOptions {
    @Option(names = "--buffer-seconds", paramLabel = "N", description = "How long a holder's values must last.")
    private @Nullable String bufferSeconds;

    @Option(names = "--min-threshold", paramLabel = "N", description = "A holder with fewer values asks for more.")
    private @Nullable String minThreshold;

    @Option(names = "--block-max", paramLabel = "N", description = "The most values that one request gets.")
    private @Nullable String blockMax;

    @Option(names = "--client-max", paramLabel = "N", description = "The most values that a client gets at once.")
    private @Nullable String clientMax;

    @Option(names = "--node-max", paramLabel = "N", description = "The most values that a node holds.")
    private @Nullable String nodeMax;

    @Option(
            names = "--reserve-max",
            paramLabel = "N",
            description =
                    "The most values in reserve. These six go together: with any of them, those not given go back to"
                            + " the server's configuration, and so does one given as 'none'.")
    private @Nullable String reserveMax;

    void addTo(ObjectNode definition) {
        ObjectNode sizing = JsonNodeFactory.instance.objectNode();
        DefinitionOptions.putOrNull(sizing, "bufferSeconds", bufferSeconds);
        DefinitionOptions.putOrNull(sizing, "minThreshold", minThreshold);
        DefinitionOptions.putOrNull(sizing, "blockMax", blockMax);
        DefinitionOptions.putOrNull(sizing, "clientMax", clientMax);
        DefinitionOptions.putOrNull(sizing, "nodeMax", nodeMax);
        DefinitionOptions.putOrNull(sizing, "reserveMax", reserveMax);
        if (!sizing.isEmpty()) {
            definition.set("sizing", sizing);
        }
    }
}
