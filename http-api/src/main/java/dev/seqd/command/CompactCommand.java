package dev.seqd.command;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import java.io.PrintWriter;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** Deletes old events. */
@Command(
        name = "compact",
        description = {
            "Begins to delete old events of the journal that no recovery needs. The nodes do so by themselves once an hour,",
            "with the age in seqd.journal.retention.",
            ""
        },
        sortOptions = false,
        mixinStandardHelpOptions = true,
        footerHeading = "%nExample:%n",
        footer = "  seqd compact --older-than P30D           what is older than 30 days")
final class CompactCommand implements Callable<Integer> {
    @Spec
    private CommandSpec spec;

    @Option(
            names = "--older-than",
            required = true,
            paramLabel = "AGE",
            description = "How old they must be, such as P30D or PT12H.")
    private String olderThan;

    @Mixin
    private CallOptions call;

    @SuppressWarnings("NullAway.Init") // picocli fills them in
    CompactCommand() {}

    @Override
    public Integer call() {
        String request = JsonNodeFactory.instance
                .objectNode()
                .put("olderThan", olderThan)
                .toString();
        JsonNode answer = call.api().call("POST", "/v1/admin/compact", request);
        PrintWriter out = spec.commandLine().getOut();
        if (call.output == CallOptions.Output.json) {
            call.print(out, answer);
        } else {
            out.println(
                    answer.path("started").asBoolean()
                            ? "compaction has begun; the node's log will say what was deleted"
                            : "nothing was begun: this node compacts already, or doubts its database");
        }
        return ExitCode.OK;
    }
}
