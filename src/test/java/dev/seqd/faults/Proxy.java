package dev.seqd.faults;

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

/**
 * Stands between callers and a server, passes on what callers say, and does with what the server says as it is told.
 * Thread-safe; closing it closes all connections.
 */
final class Proxy implements AutoCloseable {
    /** What happens to some bytes that the server has sent at once; throwing breaks the connection. */
    interface Answers {
        void pass(byte[] bytes, OutputStream caller) throws IOException;
    }

    static final Answers UNTOUCHED = (bytes, caller) -> caller.write(bytes);

    private static final int CONNECT_MILLIS = 2000;
    private static final int BUFFER = 16_384;
    private static final int BACKLOG = 200;

    private final ExecutorService threads = Executors.newCachedThreadPool();
    private final Set<Socket> sockets = ConcurrentHashMap.newKeySet();
    private final InetSocketAddress server;
    private final ServerSocket listener;
    private volatile Answers answers = UNTOUCHED;

    /** Listens at a port of an address of this machine, for a server at the same port of another address. */
    Proxy(String host, String server, int port) throws IOException {
        this.server = new InetSocketAddress(address(server), port);
        this.listener = new ServerSocket(port, BACKLOG, address(host));
        threads.execute(this::accept);
    }

    private static InetAddress address(String digits) throws IOException {
        return InetAddress.getAllByName(digits)[0];
    }

    /** What happens to answers from now on, on all connections. */
    void answers(Answers now) {
        answers = now;
    }

    private void accept() {
        while (!listener.isClosed()) {
            try {
                Socket caller = listener.accept();
                sockets.add(caller);
                threads.execute(() -> serve(caller));
            } catch (IOException e) {
                return; // closed
            }
        }
    }

    private void serve(Socket caller) {
        try (caller;
                Socket to = new Socket()) {
            sockets.add(to);
            to.connect(server, CONNECT_MILLIS);
            caller.setTcpNoDelay(true);
            to.setTcpNoDelay(true);
            threads.execute(() -> pump(caller, to, UNTOUCHED));
            pump(to, caller, (bytes, out) -> answers.pass(bytes, out));
            sockets.remove(to);
        } catch (IOException e) {
            // No server there: the caller learns it.
        } finally {
            sockets.remove(caller);
        }
    }

    private static void pump(Socket from, Socket to, Answers passing) {
        try (from;
                to) {
            InputStream in = from.getInputStream();
            byte[] buffer = new byte[BUFFER];
            for (int read = in.read(buffer); read >= 0; read = in.read(buffer)) {
                passing.pass(Arrays.copyOf(buffer, read), to.getOutputStream());
            }
        } catch (IOException e) {
            // One of the two is gone, and so is the other.
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
