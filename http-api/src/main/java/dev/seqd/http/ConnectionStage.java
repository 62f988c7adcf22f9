package dev.seqd.http;

import dev.seqd.core.Ticker;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.LongAdder;
import org.apache.pekko.Done;
import org.apache.pekko.japi.function.Procedure;
import org.apache.pekko.stream.Attributes;
import org.apache.pekko.stream.BidiShape;
import org.apache.pekko.stream.Inlet;
import org.apache.pekko.stream.Outlet;
import org.apache.pekko.stream.stage.AbstractInHandler;
import org.apache.pekko.stream.stage.AbstractOutHandler;
import org.apache.pekko.stream.stage.AsyncCallback;
import org.apache.pekko.stream.stage.GraphStage;
import org.apache.pekko.stream.stage.GraphStageLogic;
import org.apache.pekko.stream.stage.TimerGraphStageLogic;
import org.apache.pekko.util.ByteString;

/**
 * Stands between the bytes of one connection and HTTP, and ends the connection when its {@link ConnectionWatch} says so: a
 * slow one at once, an idle one in good order. When {@link OpenConnections} tells it to end, it does so once nothing is under
 * way. For one connection; confined to its stream.
 */
final class ConnectionStage extends GraphStage<BidiShape<ByteString, ByteString, ByteString, ByteString>> {
    private static final Duration CHECK = Duration.ofMillis(500);

    private final Inlet<ByteString> answers = Inlet.create("answers");
    private final Outlet<ByteString> toCaller = Outlet.create("toCaller");
    private final Inlet<ByteString> fromCaller = Inlet.create("fromCaller");
    private final Outlet<ByteString> requests = Outlet.create("requests");
    private final BidiShape<ByteString, ByteString, ByteString, ByteString> shape =
            new BidiShape<>(answers, toCaller, fromCaller, requests);

    private final Ticker ticker;
    private final ConnectionWatch watch;
    private final LongAdder slow;
    private final OpenConnections open;
    private final CompletableFuture<Done> ended = new CompletableFuture<>();

    /**
     * A stage for a new connection.
     *
     * @param slow counts those that were too slow
     * @param open where it is listed while it lasts
     */
    ConnectionStage(Ticker ticker, ConnectionWatch watch, LongAdder slow, OpenConnections open) {
        this.ticker = ticker;
        this.watch = watch;
        this.slow = slow;
        this.open = open;
    }

    /** Completes when the connection has ended. */
    CompletableFuture<Done> ended() {
        return ended;
    }

    @Override
    public BidiShape<ByteString, ByteString, ByteString, ByteString> shape() {
        return shape;
    }

    @Override
    public GraphStageLogic createLogic(Attributes attributes) {
        return new Logic();
    }

    /** Why a connection was cut; without a trace, as there may be thousands. */
    private static final class SlowConnectionException extends TimeoutException {
        private static final long serialVersionUID = 1L;

        private SlowConnectionException(ConnectionWatch.Late late) {
            super("the connection is too slow: " + late);
        }

        @Override
        public synchronized Throwable fillInStackTrace() {
            return this;
        }
    }

    private final class Logic extends TimerGraphStageLogic {
        private final AsyncCallback<Done> end = createAsyncCallback((Procedure<Done>) done -> onEnd());
        private boolean ending;
        private boolean hungUp;

        private Logic() {
            super(shape);
            setHandler(answers, new Answers());
            setHandler(toCaller, new ToCaller());
            setHandler(fromCaller, new FromCaller());
            setHandler(requests, new Requests());
        }

        @Override
        public void preStart() {
            scheduleWithFixedDelay("check", CHECK, CHECK);
            open.add(end);
        }

        @Override
        public void postStop() {
            open.remove(end);
            ended.complete(Done.getInstance());
        }

        @Override
        public void onTimer(Object key) {
            ConnectionWatch.Late late = watch.late(ticker.nanos());
            if (late == ConnectionWatch.Late.IDLE && !hungUp) {
                hangUp();
            } else if (late != null) {
                slow.increment();
                failStage(new SlowConnectionException(late));
            }
        }

        private void onEnd() {
            ending = true;
            if (!watch.isBusy()) {
                hangUp();
            }
        }

        /** No more answers; what the caller still sends is thrown away until the connection is closed. */
        private void hangUp() {
            hungUp = true;
            complete(toCaller);
            complete(requests);
            cancel(answers);
            drain();
        }

        private void drain() {
            if (!isClosed(fromCaller) && !hasBeenPulled(fromCaller)) {
                pull(fromCaller);
            }
        }

        private final class Answers extends AbstractInHandler {
            @Override
            public void onPush() {
                watch.answering(ticker.nanos());
                push(toCaller, grab(answers));
            }

            @Override
            public void onUpstreamFinish() {
                hangUp();
            }
        }

        private final class ToCaller extends AbstractOutHandler {
            @Override
            public void onPull() {
                watch.taken(ticker.nanos());
                if (ending && !watch.isBusy()) {
                    hangUp();
                } else {
                    pull(answers);
                }
            }
        }

        private final class FromCaller extends AbstractInHandler {
            @Override
            public void onPush() {
                ByteString bytes = grab(fromCaller);
                watch.received(ticker.nanos());
                if (isAvailable(requests)) {
                    push(requests, bytes);
                } else {
                    drain();
                }
            }

            @Override
            public void onUpstreamFinish() {
                complete(requests);
            }
        }

        private final class Requests extends AbstractOutHandler {
            @Override
            public void onPull() {
                drain();
            }

            @Override
            public void onDownstreamFinish(Throwable cause) {
                drain();
            }
        }
    }
}
