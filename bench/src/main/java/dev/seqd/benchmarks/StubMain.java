package dev.seqd.benchmarks;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;

/** The process of a {@link StubNode}: prints its address, and ends when its input does, as when its parent has died. */
final class StubMain {
    private StubMain() {}

    /** Takes the delay of the answers, such as {@code PT0.002S}. */
    @SuppressWarnings("SystemOut")
    public static void main(String[] args) throws IOException {
        try (StubNode node = new StubNode(Duration.parse(args[0]))) {
            System.out.write((node.endpoint() + "\n").getBytes(StandardCharsets.UTF_8));
            System.out.flush();
            int end = System.in.read();
            while (end >= 0) {
                end = System.in.read();
            }
        }
        System.exit(0);
    }
}
