package dev.seqd.bench;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * A member of the cluster as {@code GET /v1/cluster} lists it.
 *
 * @param id which process it is
 * @param httpEndpoint its base URL; empty if it has none, or none is known
 * @param up whether it belongs to the cluster for good: neither still joining nor leaving, down or unreachable
 */
record Member(String id, String httpEndpoint, boolean up) {
    /**
     * Reads an answer.
     *
     * @throws IOException if it is not such a list
     */
    static List<Member> listOf(String json) throws IOException {
        JsonNode members = Json.parse(json).path("members");
        if (!members.isArray() || members.isEmpty()) {
            throw new IOException("the answer lists no members");
        }
        List<Member> list = new ArrayList<>();
        for (JsonNode member : members) {
            list.add(of(member));
        }
        return list;
    }

    private static Member of(JsonNode member) throws IOException {
        String id = member.path("id").asText("");
        String state = member.path("state").asText("");
        if (id.isEmpty() || state.isEmpty()) {
            throw new IOException("a member in the list has no id or no state");
        }
        String endpoint = member.path("httpEndpoint").asText("").replaceFirst("/+$", "");
        return new Member(id, endpoint, state.toLowerCase(Locale.ROOT).equals("up"));
    }
}
