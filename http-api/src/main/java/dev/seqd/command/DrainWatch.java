package dev.seqd.command;

import com.fasterxml.jackson.databind.JsonNode;
import dev.seqd.core.SeqdException;
import java.io.PrintWriter;
import java.util.Optional;

/** Waits until a node has left its cluster, and tells of each step. Not thread-safe. */
final class DrainWatch {
    private static final int MAX_LOOKS = 1200;

    private final Api api;
    private final boolean alone;
    private final Runnable pause;
    private final PrintWriter progress;
    private String told = "";

    /**
     * A watch that asks by an API.
     *
     * @param alone whether the node is the last one, so that nobody is left to ask once it is gone
     * @param pause what to do between two looks
     */
    DrainWatch(Api api, boolean alone, Runnable pause, PrintWriter progress) {
        this.api = api;
        this.alone = alone;
        this.pause = pause;
        this.progress = progress;
    }

    /**
     * Blocks until it is gone; false if it is still there after {@value #MAX_LOOKS} looks.
     *
     * @throws SeqdException if none of the others answers
     */
    boolean awaitGone(String id) {
        for (int look = 0; look < MAX_LOOKS; look++) {
            Optional<JsonNode> member = find(id);
            if (member.isEmpty()) {
                tell("gone");
                return true;
            }
            tell(member.get().path("state").asText() + ", "
                    + member.get().path("shards").asText("0") + " shards left");
            pause.run();
        }
        return false;
    }

    private Optional<JsonNode> find(String id) {
        try {
            return DrainCommand.members(api).stream()
                    .filter(member -> id.equals(member.path("id").asText()))
                    .findFirst();
        } catch (SeqdException e) {
            if (alone) {
                return Optional.empty();
            }
            throw e;
        }
    }

    private void tell(String what) {
        if (!what.equals(told)) {
            told = what;
            progress.println(what);
            progress.flush();
        }
    }
}
