package dev.seqd.http;

import dev.seqd.core.After;
import dev.seqd.core.SeqdError;
import dev.seqd.core.SeqdException;
import dev.seqd.core.SequenceOptions;
import dev.seqd.core.SequenceOptions.Setting;
import dev.seqd.core.SequenceType;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Reads what callers send into what the allocator understands. */
final class RequestReader {
    private static final Set<String> OPTIONS =
            new LinkedHashSet<>(List.of("type", "start", "increment", "min", "max", "cycle", "cache"));
    private static final Set<String> BLOCK = new LinkedHashSet<>(List.of("count", "after", "epoch", "lap", "client"));
    private static final Pattern ETAG = Pattern.compile("(?:W/)?\"([0-9]{1,18})\"");
    private static final int MAX_CLIENT_NAME = 200;

    private RequestReader() {}

    /** A request for a block. */
    record BlockRequest(long count, @Nullable After after) {}

    static SequenceOptions options(String body) {
        RequestJson json = RequestJson.read(body, OPTIONS, SeqdError.INVALID_DEFINITION);
        String type = json.text("type");
        return new SequenceOptions(
                type == null ? null : SequenceType.ofSqlName(type),
                json.integer("start"),
                json.integer("increment"),
                setting(json, "min"),
                setting(json, "max"),
                json.truth("cycle"),
                setting(json, "cache"));
    }

    private static @Nullable Setting setting(RequestJson json, String field) {
        return json.has(field) ? new Setting(json.integer(field)) : null;
    }

    static BlockRequest block(String body) {
        RequestJson json = RequestJson.read(body, BLOCK, SeqdError.INVALID_REQUEST);
        String client = json.text("client");
        if (client != null && client.length() > MAX_CLIENT_NAME) {
            throw new SeqdException(
                    SeqdError.INVALID_REQUEST, "'client' must have at most " + MAX_CLIENT_NAME + " characters");
        }
        Long after = json.integer("after");
        Long epoch = json.integer("epoch");
        Long lap = json.integer("lap");
        return new BlockRequest(json.count("count"), after(after, epoch, lap));
    }

    static @Nullable After after(Optional<String> after, Optional<String> epoch, Optional<String> lap) {
        return after(bigint(after), bigint(epoch), bigint(lap));
    }

    private static @Nullable Long bigint(Optional<String> text) {
        return text.map(t -> RequestJson.bigint(t, SeqdError.INVALID_REQUEST)).orElse(null);
    }

    /** Epoch and lap alone, of a client that knows them but holds nothing, are no floor. */
    private static @Nullable After after(@Nullable Long value, @Nullable Long epoch, @Nullable Long lap) {
        return value == null ? null : new After(value, epoch, lap);
    }

    /** The version in an {@code If-Match}, null for none or {@code *}. */
    static @Nullable Long version(Optional<String> ifMatch) {
        if (ifMatch.isEmpty() || ifMatch.get().equals("*")) {
            return null;
        }
        Matcher matcher = ETAG.matcher(ifMatch.get());
        if (!matcher.matches()) {
            throw new SeqdException(
                    SeqdError.INVALID_REQUEST, "If-Match must be one ETag as this server gave it, or *");
        }
        return Long.parseLong(matcher.group(1));
    }
}
