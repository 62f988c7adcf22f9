package dev.seqd.http;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.Arrays;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.ThreadLocalRandom;
import java.util.function.Supplier;

/**
 * Stands between callers and a server on this machine, passes on what callers say, and does with what the server says as
 * the test wishes. Thread-safe; closing it closes all connections.
 */
final class TcpProxy implements AutoCloseable {
    /** What happens to the bytes of one connection that the server sends; throwing ends the connection. */
    interface Answers {
        void pass(byte[] bytes, OutputStream caller) throws IOException, InterruptedException;
    }

    /** What looks at the bytes of all callers. */
    interface Requests {
        void see(byte[] bytes);
    }

    private static final int FIRST_PORT = 20_000;
    private static final int LAST_PORT = 32_000;
    private static final int BACKLOG = 2000;

    private final ExecutorService threads = Executors.newCachedThreadPool();
    private final Set<Socket> sockets = ConcurrentHashMap.newKeySet();
    private final ServerSocket listener;
    private final int serverPort;
    private final Requests requests;
    private final Supplier<Answers> answers;

    /** For each connection, {@code answers} makes what passes its answers on. */
    TcpProxy(int serverPort, Requests requests, Supplier<Answers> answers) throws IOException {
        this.serverPort = serverPort;
        this.requests = requests;
        this.answers = answers;
        this.listener = bound();
        threads.execute(this::accept);
    }

    private static ServerSocket bound() throws IOException {
        while (true) {
            int port = ThreadLocalRandom.current().nextInt(FIRST_PORT, LAST_PORT);
            ServerSocket socket = new ServerSocket();
            try {
                socket.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), port), BACKLOG);
                return socket;
            } catch (IOException e) {
                socket.close(); // The port is taken.
            }
        }
    }

    int port() {
        return listener.getLocalPort();
    }

    String endpoint() {
        return "http://127.0.0.1:" + port();
    }

    private void accept() {
        try {
            while (!listener.isClosed()) {
                connect(listener.accept());
            }
        } catch (IOException e) {
            close();
        }
    }

    private void connect(Socket caller) throws IOException {
        Socket server = new Socket(InetAddress.getLoopbackAddress(), serverPort);
        sockets.add(caller);
        sockets.add(server);
        caller.setTcpNoDelay(true);
        server.setTcpNoDelay(true);
        Answers own = answers.get();
        threads.execute(() -> pump(caller, server, (bytes, to) -> {
            requests.see(bytes);
            to.write(bytes);
        }));
        threads.execute(() -> pump(server, caller, own));
    }

    private void pump(Socket from, Socket to, Answers passing) {
        try (from;
                to) {
            InputStream in = from.getInputStream();
            byte[] buffer = new byte[16_384];
            for (int read = in.read(buffer); read >= 0; read = in.read(buffer)) {
                passing.pass(Arrays.copyOf(buffer, read), to.getOutputStream());
            }
        } catch (IOException e) {
            // One of the two is gone, and so is the other.
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } finally {
            sockets.remove(from);
            sockets.remove(to);
        }
    }

    @Override
    public void close() {
        try {
            listener.close();
            for (Socket socket : sockets) {
                socket.close();
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } finally {
            threads.shutdownNow();
        }
    }
}
