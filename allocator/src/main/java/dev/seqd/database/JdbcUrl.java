package dev.seqd.database;

import java.net.URLDecoder;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.sql.DriverManager;
import java.sql.DriverPropertyInfo;
import java.sql.SQLException;
import java.util.Arrays;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import java.util.Properties;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** A PostgreSQL JDBC address taken apart, so that options can be added to it. Not thread-safe. */
final class JdbcUrl {
    private final String base;
    private final Map<String, String> options = new LinkedHashMap<>();

    JdbcUrl(String url) {
        int question = url.indexOf('?');
        this.base = question < 0 ? url : url.substring(0, question);
        String query = question < 0 ? "" : url.substring(question + 1);
        Arrays.stream(query.split("&", -1)).filter(part -> !part.isEmpty()).forEach(this::addPart);
    }

    /** Whether PostgreSQL's driver takes the address. */
    static boolean isValid(String url) {
        try {
            return url.startsWith("jdbc:postgresql:")
                    && DriverManager.getDriver(url).acceptsURL(url);
        } catch (SQLException e) {
            return false; // "No suitable driver"
        }
    }

    /** {@code host:port/database} of a valid address, where the user's name is the database's if none is given. */
    static String target(String url, String user) {
        Map<String, String> parts = new HashMap<>();
        try {
            for (DriverPropertyInfo part : DriverManager.getDriver(url).getPropertyInfo(url, new Properties())) {
                parts.put(part.name, Objects.requireNonNullElse(part.value, ""));
            }
        } catch (SQLException e) {
            throw new IllegalArgumentException("not a PostgreSQL address", e);
        }
        String[] hosts = parts.getOrDefault("PGHOST", "").split(",", -1);
        String[] ports = parts.getOrDefault("PGPORT", "").split(",", -1);
        String database = parts.getOrDefault("PGDBNAME", "");
        return IntStream.range(0, hosts.length)
                .mapToObj(i -> hosts[i] + ":" + ports[Math.min(i, ports.length - 1)])
                .collect(Collectors.joining(",", "", "/" + (database.isEmpty() ? user : database)));
    }

    private void addPart(String part) {
        int equals = part.indexOf('=');
        String name = equals < 0 ? part : part.substring(0, equals);
        String value = equals < 0 ? "" : part.substring(equals + 1);
        options.put(name, URLDecoder.decode(value, StandardCharsets.UTF_8));
    }

    /** Sets an option that is not there yet. */
    JdbcUrl withDefault(String name, String value) {
        options.putIfAbsent(name, value);
        return this;
    }

    /** Sets a parameter of the server for the session, over any earlier value except a {@code stronger} one. */
    JdbcUrl withSessionParameter(String name, String value, String stronger) {
        String earlier = options.getOrDefault("options", "");
        int last = earlier.lastIndexOf(name + "=");
        String current = last < 0 ? "" : earlier.substring(last + name.length() + 1);
        if (!current.equals(value) && !current.equals(stronger)) {
            options.put("options", (earlier + " -c " + name + "=" + value).strip());
        }
        return this;
    }

    /** Whether it names several hosts, of which one is the primary. */
    boolean hasSeveralHosts() {
        return base.contains(",");
    }

    @Override
    public String toString() {
        return options.entrySet().stream()
                .map(option -> option.getKey() + "=" + URLEncoder.encode(option.getValue(), StandardCharsets.UTF_8))
                .collect(Collectors.joining("&", base + "?", ""));
    }
}
