package dev.seqd.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import org.junit.jupiter.api.Test;

class CommitDropperTest {
    private final ByteArrayOutputStream caller = new ByteArrayOutputStream();

    private static byte[] message(char type, String text) {
        byte[] payload = text.getBytes(StandardCharsets.US_ASCII);
        return ByteBuffer.allocate(5 + payload.length)
                .put((byte) type)
                .putInt(4 + payload.length)
                .put(payload)
                .array();
    }

    @Test
    void pass_anySlices_passesAllThatIsNoDroppedCommit() throws IOException {
        byte[] said = ByteBuffer.allocate(100)
                .put(message('C', "INSERT 0 1\0"))
                .put(message('D', "COMMIT\0"))
                .put(message('C', "COMMIT\0"))
                .put(message('Z', "I"))
                .array();
        said = Arrays.copyOf(said, 16 + 12 + 12 + 6);
        CommitDropper passing = new CommitDropper(() -> false);

        for (byte one : said) {
            passing.pass(new byte[] {one}, caller);
        }

        assertThat(caller.toByteArray()).isEqualTo(said);
    }

    @Test
    void pass_commitToDrop_breaksTheConnectionInstead() throws IOException {
        CommitDropper dropping = new CommitDropper(() -> true);
        dropping.pass(message('C', "INSERT 0 1\0"), caller);
        assertThat(caller.size()).isEqualTo(16);

        assertThatThrownBy(() -> dropping.pass(message('C', "COMMIT\0"), caller))
                .isInstanceOf(IOException.class);
        assertThat(caller.size()).isEqualTo(16);
    }
}
