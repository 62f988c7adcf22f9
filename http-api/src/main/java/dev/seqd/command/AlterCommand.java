package dev.seqd.command;

import java.util.Map;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Changes the definition of a sequence. */
@Command(
        name = "alter",
        description = {"Changes the definition of a sequence; what is not given stays as it is.", ""},
        sortOptions = false,
        mixinStandardHelpOptions = true,
        footerHeading = "%nExamples:%n",
        footer = {
            "  seqd alter orders_seq --increment 10",
            "  seqd alter orders_seq --max none --no-cycle",
            "  seqd alter orders_seq --increment -1 --allow-reuse",
            "  seqd alter orders_seq --order strict --allow-reuse --if-version 3"
        })
final class AlterCommand implements Callable<Integer> {
    @Spec
    private CommandSpec spec;

    @Parameters(paramLabel = "NAME", description = "The sequence.")
    private String name;

    @Mixin
    private DefinitionOptions definition;

    @Option(
            names = "--if-version",
            paramLabel = "N",
            description = "Change nothing if it has another version than this one; 'seqd get' shows it.")
    private @Nullable Long ifVersion;

    @Mixin
    private CallOptions call;

    @SuppressWarnings("NullAway.Init") // picocli fills them in
    AlterCommand() {}

    @Override
    public Integer call() {
        Map<String, String> condition = ifVersion == null ? Map.of() : Map.of("If-Match", "\"" + ifVersion + "\"");
        String request = definition.request().toString();
        call.print(spec.commandLine().getOut(), call.api().change("PATCH", Api.sequence(name), request, condition));
        return ExitCode.OK;
    }
}
