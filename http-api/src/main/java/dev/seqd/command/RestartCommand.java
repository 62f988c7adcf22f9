package dev.seqd.command;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.Map;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Lets a sequence begin anew. */
@Command(
        name = "restart",
        description = {"Lets a sequence begin anew, at its start or at a given value.", ""},
        sortOptions = false,
        mixinStandardHelpOptions = true,
        footerHeading = "%nExamples:%n",
        footer = {
            "  seqd restart orders_seq --with 500000    its next value is 500000",
            "  seqd restart orders_seq --allow-reuse    its next value is its start"
        })
final class RestartCommand implements Callable<Integer> {
    @Spec
    private CommandSpec spec;

    @Parameters(paramLabel = "NAME", description = "The sequence.")
    private String name;

    @Option(names = "--with", paramLabel = "N", description = "The next value (its start).")
    private @Nullable String with;

    @Mixin
    private ReuseOption reuse;

    @Mixin
    private CallOptions call;

    @SuppressWarnings("NullAway.Init") // picocli fills them in
    RestartCommand() {}

    @Override
    public Integer call() {
        ObjectNode request = JsonNodeFactory.instance.objectNode();
        if (with != null) {
            request.put("with", with);
        }
        reuse.addTo(request);
        String path = Api.sequence(name) + "/restart";
        call.print(spec.commandLine().getOut(), call.api().change("POST", path, request.toString(), Map.of()));
        return ExitCode.OK;
    }
}
