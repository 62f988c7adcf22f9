package dev.seqd.client;

import java.net.URI;
import java.net.URISyntaxException;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;

/** The addresses of nodes, checked: {@code http} or {@code https}, a host, maybe a port, and nothing else. */
final class Endpoints {
    static final String VARIABLE = "SEQD_ENDPOINTS";
    private static final int MAX = 100;
    private static final int MAX_PORT = 65_535;

    private Endpoints() {}

    /**
     * Checks addresses and drops repeated ones.
     *
     * @throws IllegalArgumentException naming the first one that is malformed, or if there is none or more than 100
     */
    static List<URI> of(String... endpoints) {
        Set<URI> checked = new LinkedHashSet<>();
        for (String endpoint : endpoints) {
            checked.add(check(endpoint.strip()));
        }
        if (checked.isEmpty() || checked.size() > MAX) {
            throw new IllegalArgumentException(
                    "a client needs 1 to " + MAX + " endpoints such as http://localhost:8080, not " + checked.size());
        }
        return List.copyOf(checked);
    }

    /**
     * The addresses in {@value #VARIABLE}, separated by commas.
     *
     * @throws IllegalStateException naming the variable, if it is unset, empty or malformed
     */
    static List<URI> ofEnvironment(Map<String, String> environment) {
        String value = environment.getOrDefault(VARIABLE, "").strip();
        if (value.isEmpty()) {
            throw new IllegalStateException("the environment variable " + VARIABLE
                    + " is not set; give it the nodes' addresses, such as http://node1:8080,http://node2:8080");
        }
        try {
            return of(value.split(",", -1));
        } catch (IllegalArgumentException e) {
            throw new IllegalStateException(
                    "the environment variable " + VARIABLE + " is malformed: " + e.getMessage(), e);
        }
    }

    private static URI check(String endpoint) {
        URI uri = parse(endpoint);
        String scheme = uri.getScheme() == null ? "" : uri.getScheme().toLowerCase(Locale.ROOT);
        if (!scheme.equals("http") && !scheme.equals("https")) {
            throw malformed(endpoint, "it must begin with http:// or https://");
        }
        if (uri.getHost() == null || uri.getPort() == 0 || uri.getPort() > MAX_PORT) {
            throw malformed(endpoint, "it has no valid host and port");
        }
        String path = uri.getRawPath();
        boolean more = uri.getRawUserInfo() != null || uri.getRawQuery() != null || uri.getRawFragment() != null;
        if (more || !(path.isEmpty() || path.equals("/"))) {
            throw malformed(endpoint, "it may hold a scheme, a host and a port only");
        }
        String port = uri.getPort() < 0 ? "" : ":" + uri.getPort();
        return URI.create(scheme + "://" + uri.getHost().toLowerCase(Locale.ROOT) + port);
    }

    private static URI parse(String endpoint) {
        try {
            return new URI(endpoint);
        } catch (URISyntaxException e) {
            throw malformed(endpoint, "it is no URL");
        }
    }

    /** What looks like a secret is not repeated. */
    private static IllegalArgumentException malformed(String endpoint, String rule) {
        String shown = endpoint.indexOf('@') < 0 ? endpoint : "(an address with user information)";
        return new IllegalArgumentException("malformed endpoint '" + shown + "': " + rule);
    }
}
