package dev.seqd.allocator;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

/** Stands before a server on this machine and, when told to, keeps what callers send until it is told to let it through. */
final class HoldingProxy implements AutoCloseable {
    private static final int FIRST_PORT = 20_000;
    private static final int LAST_PORT = 32_000;

    private final ExecutorService threads = Executors.newCachedThreadPool();
    private final Set<Socket> sockets = ConcurrentHashMap.newKeySet();
    private final ReentrantLock lock = new ReentrantLock();
    private final Condition changed = lock.newCondition();
    private final ServerSocket listener;
    private final int serverPort;
    private boolean holding;
    private int held;

    HoldingProxy(int serverPort) throws IOException {
        this.serverPort = serverPort;
        this.listener = bound();
        threads.execute(this::accept);
    }

    private static ServerSocket bound() throws IOException {
        while (true) {
            ServerSocket socket = new ServerSocket();
            int port = ThreadLocalRandom.current().nextInt(FIRST_PORT, LAST_PORT);
            try {
                socket.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), port));
                return socket;
            } catch (IOException e) {
                socket.close(); // The port is taken.
            }
        }
    }

    int port() {
        return listener.getLocalPort();
    }

    /** From now on what callers send stays here. */
    void hold() {
        set(true);
    }

    /** What was kept goes on to the server, also what callers have given up meanwhile. */
    void release() {
        set(false);
    }

    private void set(boolean hold) {
        lock.lock();
        try {
            holding = hold;
            held = 0;
            changed.signalAll();
        } finally {
            lock.unlock();
        }
    }

    /** How many messages have been kept since the hold began. */
    int held() {
        lock.lock();
        try {
            return held;
        } finally {
            lock.unlock();
        }
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
        threads.execute(() -> pump(caller, server, true));
        threads.execute(() -> pump(server, caller, false));
    }

    /** Who stops reading does not learn that its caller is gone: what was sent before that still arrives. */
    private void pump(Socket from, Socket to, boolean holds) {
        try {
            InputStream in = from.getInputStream();
            OutputStream out = to.getOutputStream();
            byte[] buffer = new byte[16_384];
            for (int read = in.read(buffer); read >= 0; read = in.read(buffer)) {
                if (holds) {
                    awaitRelease();
                }
                out.write(buffer, 0, read);
            }
            to.shutdownOutput();
        } catch (IOException e) {
            // One of the two is gone.
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private void awaitRelease() throws InterruptedException {
        lock.lock();
        try {
            held += holding ? 1 : 0;
            while (holding) {
                changed.await();
            }
        } finally {
            lock.unlock();
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
