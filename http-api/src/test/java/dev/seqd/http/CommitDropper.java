package dev.seqd.http;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.function.BooleanSupplier;

/**
 * Passes on what a PostgreSQL server says on one connection without TLS, but now and then breaks the connection instead of
 * saying that a transaction is committed: the commit has happened, and nobody knows. Confined to one thread.
 */
final class CommitDropper implements TcpProxy.Answers {
    /** A type, and a length that counts itself but not the type. */
    private static final int HEADER = 5;

    private static final byte COMMAND_COMPLETE = 'C';
    private static final String COMMIT = "COMMIT\0";

    private final BooleanSupplier drops;
    private byte[] rest = new byte[0];

    /** Asks {@code drops} at each commit. */
    CommitDropper(BooleanSupplier drops) {
        this.drops = drops;
    }

    @Override
    public void pass(byte[] bytes, OutputStream caller) throws IOException {
        ByteBuffer all = ByteBuffer.allocate(rest.length + bytes.length)
                .put(rest)
                .put(bytes)
                .flip();
        ByteArrayOutputStream passed = new ByteArrayOutputStream();
        while (all.remaining() >= HEADER && all.remaining() > all.getInt(all.position() + 1)) {
            byte[] message = new byte[1 + all.getInt(all.position() + 1)];
            all.get(message);
            if (isCommit(message) && drops.getAsBoolean()) {
                throw new IOException("this commit is not confirmed");
            }
            passed.write(message);
        }
        rest = new byte[all.remaining()];
        all.get(rest);
        caller.write(passed.toByteArray());
    }

    private static boolean isCommit(byte[] message) {
        return message[0] == COMMAND_COMPLETE
                && new String(message, HEADER, message.length - HEADER, StandardCharsets.US_ASCII).equals(COMMIT);
    }
}
