package dev.seqd.command;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** Starts a node and keeps it up. */
@Command(
        name = "serve",
        description = {"Starts a node and keeps it up until it is told to end.", ""},
        mixinStandardHelpOptions = true,
        footerHeading = "%nExamples:%n",
        footer = {
            "  seqd serve                                    on an embedded PostgreSQL under ./data",
            "  seqd serve --jdbc-url jdbc:postgresql://db:5432/seqd --jdbc-user seqd",
            "                                                the password in SEQD_JDBC_PASSWORD",
            "Start it again elsewhere with the same URL, and the two are a cluster."
        })
final class ServeCommand implements Callable<Integer> {
    @Spec
    private CommandSpec spec;

    @Mixin
    private NodeOptions options;

    @Option(names = "--until-input-ends", hidden = true, description = "End when standard input does.")
    private boolean untilInputEnds;

    @SuppressWarnings("NullAway.Init") // picocli fills them in
    ServeCommand() {}

    @Override
    public Integer call() {
        if (untilInputEnds) {
            endWithInput();
        }
        RunningNode node = RunningNode.start(options);
        spec.commandLine().getOut().println("seqd is up at " + node.endpoint());
        spec.commandLine().getOut().flush();
        return node.awaitEnd(spec.commandLine().getErr());
    }

    /** A parent that dies, however it does, takes its nodes with it, also those that still start. */
    private static void endWithInput() {
        Thread watcher = new Thread(
                () -> {
                    try {
                        System.in.transferTo(java.io.OutputStream.nullOutputStream());
                    } catch (IOException e) {
                        throw new UncheckedIOException(e);
                    } finally {
                        Runtime.getRuntime().exit(ExitCode.OK);
                    }
                },
                "seqd-parent-watch");
        watcher.setDaemon(true);
        watcher.start();
    }
}
