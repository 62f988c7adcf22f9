package dev.seqd.http;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;

/** A connection of somebody who sends or reads a byte now and then. Confined to one thread. */
final class SlowCaller implements AutoCloseable {
    private static final int SMALL = 4096;
    private static final String HEAD = "GET /health/live HTTP/1.1\r\nHost: localhost\r\nX-Long: ";

    private final SocketChannel channel;
    private final boolean reads;
    private int sent;

    private SlowCaller(SocketChannel channel, boolean reads) {
        this.channel = channel;
        this.reads = reads;
    }

    /** One who sends the head of a request byte by byte. */
    static SlowCaller sending(int port) throws IOException {
        return new SlowCaller(connected(port), false);
    }

    /** One who asks for a long answer and reads it byte by byte. */
    static SlowCaller reading(int port, String path) throws IOException {
        SocketChannel channel = connected(port);
        String request = "GET " + path + " HTTP/1.1\r\nHost: localhost\r\n\r\n";
        channel.write(ByteBuffer.wrap(request.getBytes(StandardCharsets.US_ASCII)));
        return new SlowCaller(channel, true);
    }

    private static SocketChannel connected(int port) throws IOException {
        SocketChannel channel = SocketChannel.open();
        channel.socket().setReceiveBufferSize(SMALL);
        channel.connect(new InetSocketAddress(InetAddress.getLoopbackAddress(), port));
        channel.configureBlocking(false);
        return channel;
    }

    /** Sends or reads one byte more, while the server lets it. */
    void step() {
        try {
            if (!reads) {
                send();
            }
            channel.read(ByteBuffer.allocate(1));
        } catch (IOException e) {
            // The server has cut it.
        }
    }

    private void send() throws IOException {
        byte next = (byte) (sent < HEAD.length() ? HEAD.charAt(sent) : 'x');
        sent += channel.write(ByteBuffer.wrap(new byte[] {next}));
    }

    /** Whether the server has cut it: then nothing can be sent any more, though part of an answer may be left to read. */
    boolean isCut() {
        try {
            send();
            return false;
        } catch (IOException e) {
            return true;
        }
    }

    @Override
    public void close() throws IOException {
        channel.close();
    }
}
