package dev.seqd.command;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import java.util.Map;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Drops a sequence. */
@Command(
        name = "drop",
        description = {
            "Drops a sequence. What it handed out is remembered: to create it again within that takes --allow-reuse.",
            ""
        },
        mixinStandardHelpOptions = true,
        footerHeading = "%nExample:%n",
        footer = "  seqd drop orders_seq")
final class DropCommand implements Callable<Integer> {
    @Spec
    private CommandSpec spec;

    @Parameters(paramLabel = "NAME", description = "The sequence.")
    private String name;

    @Mixin
    private CallOptions call;

    @SuppressWarnings("NullAway.Init") // picocli fills them in
    DropCommand() {}

    @Override
    public Integer call() {
        call.api().change("DELETE", Api.sequence(name), "", Map.of());
        call.print(
                spec.commandLine().getOut(),
                JsonNodeFactory.instance.objectNode().put("dropped", name));
        return ExitCode.OK;
    }
}
