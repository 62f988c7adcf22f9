package dev.seqd.faults;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;

/** Programs of the system that change it as root. */
final class Tool {
    private static final String NEEDED =
            "The fault tests make a network and a disk of their own. They need root, mount, nsenter,"
                    + " ip and iptables (on Debian the packages mount, util-linux, iproute2 and iptables), and network namespaces: ";

    private Tool() {}

    /**
     * Runs one to its end and returns what it printed.
     *
     * @throws AssertionError if it fails, with what is needed
     */
    static String run(String... command) {
        String line = String.join(" ", command);
        try {
            Process process =
                    new ProcessBuilder(command).redirectErrorStream(true).start();
            process.getOutputStream().close();
            String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
            if (process.waitFor() != 0) {
                throw new AssertionError(NEEDED + "'" + line + "' said " + output);
            }
            return output;
        } catch (IOException e) {
            throw new UncheckedIOException(NEEDED + line, e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new AssertionError("interrupted", e);
        }
    }
}
