package dev.seqd.command;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.PrintWriter;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.stream.StreamSupport;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** Shows the members of the cluster. */
@Command(
        name = "nodes",
        description = {"Shows the members of the cluster.", ""},
        mixinStandardHelpOptions = true,
        footerHeading = "%nExamples:%n",
        footer = {"  seqd nodes --endpoint http://127.0.0.1:8081", "  seqd nodes -o json"})
final class NodesCommand implements Callable<Integer> {
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
        Columns columns = new Columns(out, "NODE", "STATE", "SHARDS", "OLDEST", "VERSION", "HTTP", "CLUSTER");
        columns.print(StreamSupport.stream(answer.path("members").spliterator(), false)
                .map(NodesCommand::row)
                .toList());
        return ExitCode.OK;
    }

    private static List<String> row(JsonNode member) {
        return List.of(
                member.path("id").asText(),
                member.path("state").asText(),
                member.path("shards").asText(),
                member.path("oldest").asBoolean() ? "yes" : "no",
                member.path("appVersion").asText("-"),
                member.path("httpEndpoint").asText("-"),
                member.path("address").asText());
    }
}
