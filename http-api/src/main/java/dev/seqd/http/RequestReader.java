package dev.seqd.http;

import dev.seqd.core.After;
import dev.seqd.core.SeqdError;
import dev.seqd.core.SeqdException;
import dev.seqd.core.SequenceName;
import dev.seqd.core.SequenceOptions;
import dev.seqd.core.SequenceOptions.Setting;
import dev.seqd.core.SequenceOrder;
import dev.seqd.core.SequenceType;
import dev.seqd.core.Sizing;
import java.time.Duration;
import java.time.format.DateTimeParseException;
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
            fields("type", "start", "increment", "min", "max", "cycle", "cache", "order", "sizing", "allowReuse");
    private static final Set<String> SIZING =
            fields("bufferSeconds", "minThreshold", "blockMax", "clientMax", "nodeMax", "reserveMax");
    private static final Set<String> RESTART = fields("with", "allowReuse");
    private static final Set<String> SETVAL = fields("value", "isCalled", "allowReuse");
    private static final Set<String> BLOCK = fields("count", "after", "epoch", "lap", "client");
    private static final Set<String> RAISE = fields("all", "by", "cursor", "name", "atLeast");
    private static final Set<String> COMPACT = fields("olderThan");
    private static final Pattern ETAG = Pattern.compile("(?:W/)?\"([0-9]{1,18})\"");
    private static final int MAX_CLIENT_NAME = 200;

    private RequestReader() {}

    /** In the order in which a refusal lists them. */
    private static Set<String> fields(String... names) {
        return new LinkedHashSet<>(List.of(names));
    }

    /** A definition, or changes to one. */
    record DefinitionRequest(SequenceOptions options, boolean allowReuse) {}

    /** A request to begin again at a value, null for the definition's start. */
    record RestartRequest(@Nullable Long with, boolean allowReuse) {}

    /** A request to stand at a value. */
    record SetvalRequest(long value, boolean called, boolean allowReuse) {}

    /** A request to move the mark of a sequence to a value, or the marks of all, from a cursor on, by a number of values. */
    record RaiseRequest(@Nullable SequenceName name, long atLeast, long by, String cursor) {}

    static RaiseRequest raise(String body) {
        RequestJson json = RequestJson.read(body, RAISE, SeqdError.INVALID_REQUEST);
        String name = json.text("name");
        Long atLeast = json.integer("atLeast");
        Long by = json.integer("by");
        String cursor = json.text("cursor");
        boolean all = isTrue(json, "all");
        if (all && name == null && atLeast == null && by != null && by >= 0) {
            return new RaiseRequest(null, 0, by, cursor == null ? "" : cursor);
        }
        if (!all && name != null && atLeast != null && by == null && cursor == null) {
            return new RaiseRequest(new SequenceName(name), atLeast, 0, "");
        }
        throw new SeqdException(
                SeqdError.INVALID_REQUEST,
                "give 'all': true and 'by', a number of values that is not negative, or 'name' and 'atLeast'");
    }

    /** The age from which on events are to be deleted. */
    static Duration age(String body) {
        String text = RequestJson.read(body, COMPACT, SeqdError.INVALID_REQUEST).text("olderThan");
        try {
            Duration age = Duration.parse(text == null ? "" : text);
            if (!age.isNegative()) {
                return age;
            }
        } catch (DateTimeParseException e) {
            // said below
        }
        throw new SeqdException(
                SeqdError.INVALID_REQUEST, "'olderThan' must be a duration such as \"P30D\" or \"PT12H\"");
    }

    static DefinitionRequest definition(String body) {
        RequestJson json = RequestJson.read(body, OPTIONS, SeqdError.INVALID_DEFINITION);
        String type = json.text("type");
        String order = json.text("order");
        SequenceOptions options = new SequenceOptions(
                type == null ? null : SequenceType.ofSqlName(type),
                json.integer("start"),
                json.integer("increment"),
                setting(json, "min"),
                setting(json, "max"),
                json.truth("cycle"),
                setting(json, "cache"),
                order == null ? null : SequenceOrder.ofCode(order),
                sizing(json.object("sizing", SIZING)));
        return new DefinitionRequest(options, isTrue(json, "allowReuse"));
    }

    private static @Nullable Sizing sizing(@Nullable RequestJson json) {
        if (json == null) {
            return null;
        }
        return new Sizing(
                json.integer("bufferSeconds"),
                json.integer("minThreshold"),
                json.integer("blockMax"),
                json.integer("clientMax"),
                json.integer("nodeMax"),
                json.integer("reserveMax"));
    }

    static RestartRequest restart(String body) {
        RequestJson json = RequestJson.read(body, RESTART, SeqdError.INVALID_REQUEST);
        return new RestartRequest(json.integer("with"), isTrue(json, "allowReuse"));
    }

    static SetvalRequest setval(String body) {
        RequestJson json = RequestJson.read(body, SETVAL, SeqdError.INVALID_REQUEST);
        Long value = json.integer("value");
        if (value == null) {
            throw new SeqdException(SeqdError.INVALID_REQUEST, "'value' is missing");
        }
        return new SetvalRequest(value, !Boolean.FALSE.equals(json.truth("isCalled")), isTrue(json, "allowReuse"));
    }

    private static boolean isTrue(RequestJson json, String field) {
        return Boolean.TRUE.equals(json.truth(field));
    }

    private static @Nullable Setting setting(RequestJson json, String field) {
        return json.has(field) ? new Setting(json.integer(field)) : null;
    }

    /** A client that does not know the epoch does not know either whether it may keep anything: it needs one value. */
    static Wanted block(String body) {
        RequestJson json = RequestJson.read(body, BLOCK, SeqdError.INVALID_REQUEST);
        String client = json.text("client");
        if (client != null && client.length() > MAX_CLIENT_NAME) {
            throw new SeqdException(
                    SeqdError.INVALID_REQUEST, "'client' must have at most " + MAX_CLIENT_NAME + " characters");
        }
        Long after = json.integer("after");
        Long epoch = json.integer("epoch");
        Long lap = json.integer("lap");
        long count = json.count("count");
        boolean first = client != null && epoch == null;
        return new Wanted(count, first ? 1 : count, after(after, epoch, lap));
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
