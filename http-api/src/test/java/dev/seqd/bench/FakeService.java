package dev.seqd.bench;

import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;

/** A cluster without processes. Members have the address {@code http://ID}. */
final class FakeService implements Service {
    final Map<String, String> states = new LinkedHashMap<>();
    final Map<String, Integer> journalWrites = new LinkedHashMap<>();
    final Set<String> dead = new TreeSet<>();
    final List<String> puts = new ArrayList<>();
    final List<Integer> putAnswers = new ArrayList<>();

    FakeService(String... members) {
        for (String member : members) {
            states.put(member, "up");
            journalWrites.put(member, 0);
        }
    }

    @Override
    public String get(String url) throws IOException {
        String member = url.substring("http://".length()).split("/", 2)[0];
        if (dead.contains(member) || !journalWrites.containsKey(member)) {
            throw new IOException(url + ": connection refused");
        }
        return url.endsWith("/metrics") ? metrics(journalWrites.get(member)) : cluster();
    }

    private static String metrics(int writes) {
        return "seqd_journal_writes_total " + writes + "\nseqd_blocks_granted_total " + writes * 2
                + "\nseqd_values_granted_total " + writes * 3 + "\nseqd_values_raised_total " + writes * 4 + "\n";
    }

    private String cluster() {
        return states.entrySet().stream()
                .map(member -> """
                        {"id":"%s","address":"x","httpEndpoint":"http://%s","state":"%s","roles":[]}""".formatted(member.getKey(), member.getKey(), member.getValue()))
                .collect(Collectors.joining(",", "{\"members\":[", "],\"shards\":{}}"));
    }

    @Override
    public synchronized int put(String url, String definition) throws IOException {
        puts.add(url);
        int answer = putAnswers.isEmpty() ? 201 : putAnswers.remove(0);
        if (answer == 0) {
            throw new IOException("connection refused");
        }
        return answer;
    }
}
