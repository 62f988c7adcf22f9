package dev.seqd.system;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/** Signals of the operating system. */
public final class Signals {
    private Signals() {}

    /** Sends one, such as {@code STOP}, to processes; blocks until that is done. */
    public static void send(String signal, List<Long> pids) throws IOException {
        List<String> command = new ArrayList<>(List.of("kill", "-" + signal));
        pids.forEach(pid -> command.add(Long.toString(pid)));
        Process kill = new ProcessBuilder(command).start();
        assertThat(kill.onExit().join().exitValue()).isZero();
    }
}
