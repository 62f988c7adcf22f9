package dev.seqd.client;

import dev.seqd.core.Block;
import dev.seqd.core.Position;
import dev.seqd.core.SeqdError;
import dev.seqd.core.SeqdException;
import java.io.IOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** How requests and answers of the blocks resource look (version 1 of the HTTP API). */
final class Wire {
    private static final String PROBLEM = "application/problem+json";
    private static final String UNRESERVED = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~";
    private static final int MAX_DETAIL = 500;
    private static final int OK = 200;
    private static final int SERVER_ERROR = 500;

    private Wire() {}

    /** Where a node hands out blocks of a sequence. */
    static URI blocks(URI node, String sequence) {
        StringBuilder path = new StringBuilder(node.toString()).append("/v1/sequences/");
        for (byte b : sequence.getBytes(StandardCharsets.UTF_8)) {
            if (b > 0 && UNRESERVED.indexOf(b) >= 0) {
                path.append((char) b);
            } else {
                path.append(String.format("%%%02X", b));
            }
        }
        return URI.create(path.append("/blocks").toString());
    }

    /** Where a node tells of its cluster. */
    static URI cluster(URI node) {
        return URI.create(node + "/v1/cluster");
    }

    /** The request's body. The client's name holds nothing that JSON would escape. */
    static String body(BlockRequest request) {
        StringBuilder json = new StringBuilder("{\"count\":").append(request.count());
        Position after = request.after();
        if (after != null) {
            json.append(",\"after\":\"").append(after.value()).append("\",\"epoch\":");
            json.append(after.epoch()).append(",\"lap\":").append(after.lap());
        }
        return json.append(",\"client\":\"")
                .append(request.client())
                .append("\"}")
                .toString();
    }

    /**
     * What an answer means.
     *
     * @param contentType the header's value, empty if it is missing
     * @throws SeqdException the error that the node answered with
     * @throws BadAnswerException if it claims success but cannot be believed
     * @throws IOException if it is an error of something else than a node
     */
    static Grant grant(int status, String contentType, byte[] body) throws IOException {
        if (status == OK) {
            return grant(JsonObject.parse(body));
        }
        if (contentType.startsWith(PROBLEM)) {
            throw problem(status, JsonObject.parse(body));
        }
        for (SeqdError error : List.of(SeqdError.UNAUTHENTICATED, SeqdError.FORBIDDEN)) {
            if (status == error.httpStatus()) {
                throw new SeqdException(error, "answered with HTTP status " + status);
            }
        }
        throw new IOException("answered with HTTP status " + status);
    }

    /**
     * The members of a cluster that are up and serve HTTP; who has no address of ours is left out. None if whatever answered
     * does not tell.
     *
     * @throws BadAnswerException if it is no list of members
     * @throws IOException if it cannot answer now
     */
    static List<Member> members(int status, byte[] body) throws IOException {
        if (status >= SERVER_ERROR) {
            throw new IOException("answered with HTTP status " + status);
        }
        if (status != OK) {
            return List.of();
        }
        List<Member> members = new ArrayList<>();
        for (JsonObject member : JsonObject.parse(body).objects("members")) {
            URI endpoint = endpoint(member.stringOrNull("httpEndpoint"));
            String id = member.stringOrNull("id");
            if (endpoint != null && id != null && "up".equals(member.stringOrNull("state"))) {
                members.add(new Member(id, endpoint));
            }
        }
        return members;
    }

    private static @Nullable URI endpoint(@Nullable String text) {
        try {
            return text == null ? null : Endpoints.of(text).get(0);
        } catch (IllegalArgumentException e) {
            return null;
        }
    }

    private static Grant grant(JsonObject json) {
        Position first = position(json);
        Block block = block(first, json.decimal("last"), json.decimal("increment"));
        if (block.count() != json.integer("count")) {
            throw new BadAnswerException("a block of " + json.integer("count") + " values that has " + block.count());
        }
        long suggested = Math.max(1, json.integer("suggestedCount"));
        return new Grant(json.string("sequence"), block, json.bool("cacheable"), suggested);
    }

    private static Position position(JsonObject json) {
        try {
            return new Position(json.integer("epoch"), json.integer("lap"), json.decimal("first"));
        } catch (IllegalArgumentException e) {
            throw new BadAnswerException("no position: " + e.getMessage(), e);
        }
    }

    private static Block block(Position first, long last, long increment) {
        try {
            return Block.between(first, last, increment);
        } catch (IllegalArgumentException | ArithmeticException e) {
            throw new BadAnswerException("no block: " + e.getMessage(), e);
        }
    }

    private static SeqdException problem(int status, JsonObject json) throws IOException {
        String code = json.string("code");
        String detail = printable(json.stringOrNull("detail"), code);
        SeqdError error = known(code);
        if (error != null && error.httpStatus() == status) {
            return new SeqdException(error, json.stringOrNull("sqlState"), detail);
        }
        if (error == null && status / 100 == 4 && json.isTrue("definite") && !json.isTrue("retryable")) {
            return new SeqdException(SeqdError.INVALID_REQUEST, printable(code, "") + ": " + detail);
        }
        throw new IOException("answered with HTTP status " + status + ", " + printable(code, "") + ": " + detail);
    }

    private static @Nullable SeqdError known(String code) {
        for (SeqdError error : SeqdError.values()) {
            if (error.code().equals(code)) {
                return error;
            }
        }
        return null;
    }

    /** A node's text as it may go into a log or an exception: one line, not too long. */
    private static String printable(@Nullable String text, String otherwise) {
        String shown = text == null || text.isBlank() ? otherwise : text;
        String cut = shown.length() <= MAX_DETAIL ? shown : shown.substring(0, MAX_DETAIL) + "...";
        return cut.replaceAll("\\p{C}|\\p{Zl}|\\p{Zp}", "?");
    }
}
