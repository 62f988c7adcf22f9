package dev.seqd.command;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Takes the next number of a sequence. */
@Command(
        name = "next",
        description = {"Takes the next number of a sequence.", ""},
        mixinStandardHelpOptions = true,
        footerHeading = "%nExample:%n",
        footer = "  seqd next orders_seq")
final class NextCommand implements Callable<Integer> {
    @Spec
    private CommandSpec spec;

    @Mixin
    private CallOptions call;

    @Parameters(paramLabel = "NAME", description = "The sequence.")
    private String name;

    @SuppressWarnings("NullAway.Init") // picocli fills them in
    NextCommand() {}

    @Override
    public Integer call() {
        JsonNode answer = call.api().call("POST", Api.sequence(name) + "/next", "");
        if (call.output == CallOptions.Output.json) {
            call.print(spec.commandLine().getOut(), answer);
        } else {
            spec.commandLine().getOut().println(answer.path("value").asText());
        }
        return ExitCode.OK;
    }
}
