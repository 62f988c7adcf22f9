package dev.seqd.http;

import com.fasterxml.jackson.annotation.JsonInclude;
import dev.seqd.core.SeqdError;
import dev.seqd.core.SeqdException;
import java.util.HexFormat;
import java.util.Locale;
import java.util.concurrent.ThreadLocalRandom;
import org.apache.pekko.http.javadsl.model.ContentTypes;
import org.apache.pekko.http.javadsl.model.HttpEntities;
import org.apache.pekko.http.javadsl.model.HttpResponse;
import org.apache.pekko.http.javadsl.model.MediaTypes;
import org.apache.pekko.http.javadsl.model.StatusCodes;
import org.apache.pekko.http.javadsl.model.headers.RawHeader;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Errors as {@code application/problem+json} (RFC 9457). What the caller gets names neither host, SQL nor stack; what went
 * wrong inside is logged under the same trace id.
 */
final class Problems {
    private static final Logger LOG = LoggerFactory.getLogger(Problems.class);
    private static final org.apache.pekko.http.javadsl.model.ContentType.WithFixedCharset TYPE =
            ContentTypes.create(MediaTypes.customWithFixedCharset(
                    "application",
                    "problem+json",
                    org.apache.pekko.http.javadsl.model.HttpCharsets.UTF_8,
                    java.util.Map.of(),
                    false));

    private Problems() {}

    @JsonInclude(JsonInclude.Include.NON_NULL)
    record Problem(
            String type,
            String title,
            int status,
            String detail,
            @Nullable String code,
            @Nullable String sqlState,
            @Nullable Boolean definite,
            @Nullable Boolean retryable,
            String traceId) {}

    static HttpResponse of(Throwable failure) {
        SeqdException refusal = NodeCache.refusal(failure);
        SeqdError error = refusal.error();
        String traceId = traceId();
        if (!error.definite()) {
            LOG.warn("{} [{}] {}{}", error.code(), traceId, refusal.detail(), because(refusal.getCause()));
        }
        Problem problem = new Problem(
                "urn:seqd:error:" + error.code(),
                title(error),
                error.httpStatus(),
                refusal.detail(),
                error.code(),
                refusal.sqlState(),
                error.definite(),
                error.retryable(),
                traceId);
        HttpResponse response = respond(problem);
        return error.retryable() ? response.addHeader(RawHeader.create("Retry-After", "1")) : response;
    }

    private static String because(@Nullable Throwable cause) {
        return cause == null
                ? ""
                : ", because of " + cause.getClass().getSimpleName() + ": "
                        + RequestJson.printable(String.valueOf(cause.getMessage()));
    }

    /** What HTTP itself refuses, such as an unknown path or method. */
    static HttpResponse ofStatus(int status, String title, String detail) {
        return respond(new Problem("about:blank", title, status, detail, null, null, null, null, traceId()));
    }

    private static HttpResponse respond(Problem problem) {
        return HttpResponse.create()
                .withStatus(StatusCodes.get(problem.status()))
                .withEntity(HttpEntities.create(TYPE, Answers.json(problem)));
    }

    private static String title(SeqdError error) {
        String words = error.code().replace('-', ' ');
        return words.substring(0, 1).toUpperCase(Locale.ROOT) + words.substring(1);
    }

    private static String traceId() {
        return HexFormat.of().toHexDigits(ThreadLocalRandom.current().nextLong());
    }
}
