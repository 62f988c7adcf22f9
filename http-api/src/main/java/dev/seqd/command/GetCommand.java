package dev.seqd.command;

import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Shows a sequence. */
@Command(
        name = "get",
        description = {"Shows a sequence.", ""},
        mixinStandardHelpOptions = true,
        footerHeading = "%nExample:%n",
        footer = "  seqd get orders_seq -o json")
final class GetCommand implements Callable<Integer> {
    @Spec
    private CommandSpec spec;

    @Mixin
    private CallOptions call;

    @Parameters(paramLabel = "NAME", description = "The sequence.")
    private String name;

    @SuppressWarnings("NullAway.Init") // picocli fills them in
    GetCommand() {}

    @Override
    public Integer call() {
        call.print(spec.commandLine().getOut(), call.api().call("GET", Api.sequence(name), ""));
        return ExitCode.OK;
    }
}
