package dev.seqd.http;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BooleanSupplier;

/** A way to a node on which requests arrive, and answers come late or get lost. Counts the requests. Thread-safe. */
final class UnreliableNode implements AutoCloseable {
    private static final String POST = "POST ";

    private final AtomicInteger requests = new AtomicInteger();
    private final AtomicInteger underWay = new AtomicInteger();
    private final AtomicInteger mostUnderWay = new AtomicInteger();
    private final CountDownLatch closed = new CountDownLatch(1);
    private final TcpProxy proxy;
    private volatile BooleanSupplier loses = () -> false;
    private volatile Duration delay = Duration.ZERO;

    UnreliableNode(LiveNode node) throws IOException {
        this.proxy = new TcpProxy(node.port(), this::see, () -> this::pass);
    }

    String endpoint() {
        return proxy.endpoint();
    }

    /** From now on loses an answer, and its connection, whenever {@code loses} says so. */
    void losing(BooleanSupplier when) {
        loses = when;
    }

    /** From now on passes answers on after a time. */
    void delaying(Duration time) {
        delay = time;
    }

    /** How many allocations were asked for so far. */
    int requests() {
        return requests.get();
    }

    /** How many of them were under way at once at most. */
    int mostUnderWay() {
        return mostUnderWay.get();
    }

    /** A head comes in one piece: callers here send it at once, and it is small. */
    private void see(byte[] bytes) {
        String text = new String(bytes, StandardCharsets.ISO_8859_1);
        for (int at = text.indexOf(POST); at >= 0; at = text.indexOf(POST, at + 1)) {
            requests.incrementAndGet();
            mostUnderWay.accumulateAndGet(underWay.incrementAndGet(), Math::max);
        }
    }

    private void pass(byte[] bytes, OutputStream caller) throws IOException, InterruptedException {
        boolean answered = new String(bytes, StandardCharsets.ISO_8859_1).startsWith("HTTP/1.1 ");
        Duration late = delay;
        boolean lost = answered && loses.getAsBoolean();
        if (answered && !late.isZero()) {
            boolean over = closed.await(late.toMillis(), TimeUnit.MILLISECONDS);
            lost |= over;
        }
        underWay.addAndGet(answered ? -1 : 0);
        if (lost) {
            throw new IOException("this answer is lost");
        }
        caller.write(bytes);
    }

    @Override
    public void close() {
        closed.countDown();
        proxy.close();
    }
}
