package dev.seqd.command;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.Map;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Moves a sequence to a value. */
@Command(
        name = "setval",
        description = {"Moves a sequence to a value, as if that had just been handed out.", ""},
        sortOptions = false,
        mixinStandardHelpOptions = true,
        footerHeading = "%nExamples:%n",
        footer = {
            "  seqd setval orders_seq 5000                  its next value is 5001",
            "  seqd setval orders_seq 5000 --not-called     its next value is 5000",
            "  seqd setval depth -5 --allow-reuse           even if values come again"
        })
final class SetvalCommand implements Callable<Integer> {
    @Spec
    private CommandSpec spec;

    @Parameters(index = "0", paramLabel = "NAME", description = "The sequence.")
    private String name;

    @Parameters(index = "1", paramLabel = "VALUE", description = "The value.")
    private String value;

    @Option(
            names = "--not-called",
            fallbackValue = "true",
            description = "The value is the next one, as if it had not been handed out.")
    private boolean notCalled;

    @Mixin
    private ReuseOption reuse;

    @Mixin
    private CallOptions call;

    @SuppressWarnings("NullAway.Init") // picocli fills them in
    SetvalCommand() {}

    @Override
    public Integer call() {
        ObjectNode request = JsonNodeFactory.instance.objectNode();
        request.put("value", value).put("isCalled", !notCalled);
        reuse.addTo(request);
        String path = Api.sequence(name) + "/setval";
        call.print(spec.commandLine().getOut(), call.api().change("POST", path, request.toString(), Map.of()));
        return ExitCode.OK;
    }
}
