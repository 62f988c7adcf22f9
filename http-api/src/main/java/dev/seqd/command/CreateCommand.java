package dev.seqd.command;

import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Creates a sequence. */
@Command(
        name = "create",
        description = {"Creates a sequence; the same definition twice is no error.", ""},
        sortOptions = false,
        mixinStandardHelpOptions = true,
        footerHeading = "%nExamples:%n",
        footer = {
            "  seqd create orders_seq --start 1001",
            "  seqd create countdown --increment -1 --start 100 --min 1 --max 100",
            "  seqd create invoice_no --order strict",
            "  seqd create clicks --buffer-seconds 60 --block-max 100000"
        })
final class CreateCommand implements Callable<Integer> {
    @Spec
    private CommandSpec spec;

    @Parameters(paramLabel = "NAME", description = "Its name: letters, digits and _.-$#:@")
    private String name;

    @Mixin
    private DefinitionOptions definition;

    @Mixin
    private CallOptions call;

    @SuppressWarnings("NullAway.Init") // picocli fills them in
    CreateCommand() {}

    @Override
    public Integer call() {
        String request = definition.request().toString();
        call.print(spec.commandLine().getOut(), call.api().call("PUT", Api.sequence(name), request));
        return ExitCode.OK;
    }
}
