package dev.seqd.command;

import com.fasterxml.jackson.databind.node.ObjectNode;
import picocli.CommandLine.Option;

/** The option of a verb that could make values come again. */
final class ReuseOption {
    @Option(
            names = "--allow-reuse",
            fallbackValue = "true",
            description = "Do it even if values that were handed out come again.")
    private boolean allowReuse;

    void addTo(ObjectNode request) {
        if (allowReuse) {
            request.put("allowReuse", true);
        }
    }
}
