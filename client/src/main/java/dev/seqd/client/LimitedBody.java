package dev.seqd.client;

import java.io.ByteArrayOutputStream;
import java.net.http.HttpResponse.BodyHandler;
import java.net.http.HttpResponse.BodySubscriber;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Flow;
import org.jspecify.annotations.Nullable;

/** Collects an answer's body up to {@value #MAX_BYTES} bytes and refuses to read any further. */
final class LimitedBody implements BodySubscriber<byte[]> {
    static final int MAX_BYTES = 64 * 1024;

    private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    private final CompletableFuture<byte[]> body = new CompletableFuture<>();
    private Flow.@Nullable Subscription subscription;

    static BodyHandler<byte[]> handler() {
        return head -> new LimitedBody();
    }

    @Override
    public CompletionStage<byte[]> getBody() {
        return body;
    }

    @Override
    public void onSubscribe(Flow.Subscription to) {
        subscription = to;
        to.request(Long.MAX_VALUE);
    }

    @Override
    public void onNext(List<ByteBuffer> buffers) {
        for (ByteBuffer buffer : buffers) {
            if (body.isDone() || bytes.size() + buffer.remaining() > MAX_BYTES) {
                refuse();
                return;
            }
            byte[] part = new byte[buffer.remaining()];
            buffer.get(part);
            bytes.writeBytes(part);
        }
    }

    private void refuse() {
        if (subscription != null) {
            subscription.cancel();
        }
        body.completeExceptionally(new BadAnswerException("the answer has more than " + MAX_BYTES + " bytes"));
    }

    @Override
    public void onError(Throwable error) {
        body.completeExceptionally(error);
    }

    @Override
    public void onComplete() {
        body.complete(bytes.toByteArray());
    }
}
