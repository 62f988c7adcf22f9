package dev.seqd.command;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.PrintWriter;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** Shows the members of the cluster. */
@Command(
        name = "nodes",
        description = {"Shows the members of the cluster.", ""},
        mixinStandardHelpOptions = true,
        footerHeading = "%nExample:%n",
        footer = "  seqd nodes --endpoint http://127.0.0.1:8081")
final class NodesCommand implements Callable<Integer> {
    private static final String ROW = "%-14s %-12s %6s  %-24s %s%n";

    @Spec
    private CommandSpec spec;

    @Mixin
    private CallOptions call;

    @SuppressWarnings("NullAway.Init") // picocli fills them in
    NodesCommand() {}

    @Override
    public Integer call() {
        PrintWriter out = spec.commandLine().getOut();
        JsonNode answer = call.api().call("GET", "/v1/cluster", "");
        if (call.output == CallOptions.Output.json) {
            call.print(out, answer);
            return ExitCode.OK;
        }
        out.printf(ROW, "NODE", "STATE", "SHARDS", "HTTP", "CLUSTER");
        for (JsonNode member : answer.path("members")) {
            out.printf(
                    ROW,
                    member.path("id").asText(),
                    member.path("state").asText(),
                    member.path("shards").asText(),
                    member.path("httpEndpoint").asText("-"),
                    member.path("address").asText());
        }
        return ExitCode.OK;
    }
}
