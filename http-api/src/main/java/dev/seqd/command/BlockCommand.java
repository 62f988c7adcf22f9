package dev.seqd.command;

import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Takes a block of numbers; a bound or a limit may make it shorter. */
@Command(
        name = "block",
        description = {"Takes a block of numbers; a bound or a limit may make it shorter.", ""},
        mixinStandardHelpOptions = true,
        footerHeading = "%nExample:%n",
        footer = "  seqd block orders_seq 500")
final class BlockCommand implements Callable<Integer> {
    @Spec
    private CommandSpec spec;

    @Mixin
    private CallOptions call;

    @Parameters(paramLabel = "NAME", description = "The sequence.")
    private String name;

    @Parameters(index = "1", paramLabel = "COUNT", description = "How many numbers.")
    private int count;

    @SuppressWarnings("NullAway.Init") // picocli fills them in
    BlockCommand() {}

    @Override
    public Integer call() {
        String request = "{\"count\":" + count + "}";
        call.print(spec.commandLine().getOut(), call.api().call("POST", Api.sequence(name) + "/blocks", request));
        return ExitCode.OK;
    }
}
