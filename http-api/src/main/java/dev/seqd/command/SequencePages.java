package dev.seqd.command;

import com.fasterxml.jackson.databind.JsonNode;
import dev.seqd.core.SeqdError;
import dev.seqd.core.SeqdException;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** The descriptions of sequences, fetched page by page, so that a long list takes no more memory than a short one. */
final class SequencePages {
    /** The most that the service gives at once. */
    private static final int PAGE = 1000;

    private final Api api;
    private final String prefix;

    SequencePages(Api api, String prefix) {
        this.api = api;
        this.prefix = prefix;
    }

    /**
     * Fetches at most {@code limit} of them.
     *
     * @param page gets each page, none of them empty, before the next one is fetched
     */
    void forEach(long limit, Consumer<List<JsonNode>> page) {
        long left = limit;
        String cursor = "";
        while (left > 0 && cursor != null) {
            JsonNode answer = api.call("GET", path(Math.min(left, PAGE), cursor), "");
            List<JsonNode> items = new ArrayList<>();
            answer.path("items").forEach(items::add);
            if (!items.isEmpty()) {
                page.accept(items);
            }
            left -= items.size();
            cursor = next(cursor, answer.path("nextCursor").textValue());
        }
    }

    private static @Nullable String next(String cursor, @Nullable String next) {
        if (cursor.equals(next)) {
            throw new SeqdException(SeqdError.UNAVAILABLE, "the service gives the same page again and again");
        }
        return next;
    }

    private String path(long limit, String cursor) {
        String path = "/v1/sequences?limit=" + limit;
        String begin = prefix.isEmpty() ? "" : "&prefix=" + Api.escaped(prefix);
        return path + begin + (cursor.isEmpty() ? "" : "&cursor=" + Api.escaped(cursor));
    }
}
