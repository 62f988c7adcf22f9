package dev.seqd.faults;

import dev.seqd.database.EmbeddedDatabase;
import dev.seqd.database.ReachableDatabase;
import dev.seqd.system.Place;
import java.io.File;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * A network of our own: a namespace for each node and one with the bridge that joins them. This JVM and the database stay
 * where they are and have an address each on that bridge. All faults are rules in the nodes' namespaces.
 *
 * <p>Everything is named after this JVM, and what JVMs that are gone have left is taken away when one is made.
 */
final class Network implements Place, AutoCloseable {
    private static final String NAME = "seqd-";
    private static final Path NAMESPACES = Path.of("/run/netns");
    private static final Pattern OURS = Pattern.compile(NAME + "(\\d+)-\\w+");
    private static final Pattern COUNT = Pattern.compile("^\\s*(\\d+)\\s", Pattern.MULTILINE);
    private static final int FIRST_NODE = 11;
    private static final int SUBNETS = 250;
    private static final String BLACKHOLE = "blackhole";

    private final long pid = ProcessHandle.current().pid();
    private final String hub = NAME + pid + "-hub";
    private final int nodes;
    private final String subnet;

    /** Makes it for so many nodes. */
    Network(int nodes) {
        this.nodes = nodes;
        removeLeftOver();
        this.subnet = freeSubnet();
        Tool.run("ip", "netns", "add", hub);
        Tool.run("ip", "-n", hub, "link", "add", "bridge", "type", "bridge");
        Tool.run("ip", "-n", hub, "link", "set", "bridge", "up");
        String device = NAME + pid;
        Tool.run("ip", "link", "add", device, "type", "veth", "peer", "name", "jvm", "netns", hub);
        plug("jvm");
        Tool.run("ip", "address", "add", callers() + "/24", "dev", device);
        Tool.run("ip", "address", "add", databaseHost() + "/24", "dev", device);
        Tool.run("ip", "link", "set", device, "up");
        for (int node = 0; node < nodes; node++) {
            add(node);
        }
    }

    private void add(int node) {
        String namespace = namespace(node);
        String port = "node" + node;
        Tool.run("ip", "netns", "add", namespace);
        Tool.run("ip", "-n", hub, "link", "add", port, "type", "veth", "peer", "name", "eth0", "netns", namespace);
        plug(port);
        Tool.run("ip", "-n", namespace, "address", "add", host(node) + "/24", "dev", "eth0");
        Tool.run("ip", "-n", namespace, "link", "set", "lo", "up");
        Tool.run("ip", "-n", namespace, "link", "set", "eth0", "up");
    }

    private void plug(String port) {
        Tool.run("ip", "-n", hub, "link", "set", port, "master", "bridge", "up");
    }

    private String freeSubnet() {
        String taken = Tool.run("ip", "-4", "-o", "address");
        return IntStream.range(0, SUBNETS)
                .mapToObj(i -> "10.199." + (pid + i) % SUBNETS + ".")
                .filter(subnet -> !taken.contains(" " + subnet))
                .findFirst()
                .orElseThrow();
    }

    private static void removeLeftOver() {
        namespaces()
                .filter(namespace -> ProcessHandle.of(maker(namespace)).isEmpty())
                .forEach(Network::remove);
    }

    private static Stream<String> namespaces() {
        String[] all = Objects.requireNonNullElse(new File(NAMESPACES.toString()).list(), new String[0]);
        return Stream.of(all).filter(OURS.asMatchPredicate());
    }

    private static long maker(String namespace) {
        return Long.parseLong(OURS.matcher(namespace).replaceAll("$1"));
    }

    /** With the processes in it, and with the links into it. */
    private static void remove(String namespace) {
        Tool.run("ip", "netns", "pids", namespace)
                .lines()
                .map(Long::parseLong)
                .flatMap(pid -> ProcessHandle.of(pid).stream())
                .forEach(ProcessHandle::destroyForcibly);
        Tool.run("ip", "netns", "delete", namespace);
    }

    private String namespace(int node) {
        return NAME + pid + "-node" + node;
    }

    /** The address of this JVM. */
    String callers() {
        return subnet + 1;
    }

    /** At the same port of this JVM, where something may stand between. */
    @Override
    public String door(int node, int port) {
        return "http://" + callers() + ":" + port;
    }

    @Override
    public String databaseHost() {
        return subnet + 2;
    }

    @Override
    public String host(int node) {
        return subnet + (FIRST_NODE + node);
    }

    @Override
    public List<String> prefix(int node) {
        return List.of("nsenter", "--net=" + NAMESPACES.resolve(namespace(node)));
    }

    @Override
    public EmbeddedDatabase startDatabase(Path data) {
        return ReachableDatabase.start(data, databaseHost(), subnet + "0/24");
    }

    /** Where a node's peers are. */
    List<String> peers(int node) {
        return IntStream.range(0, nodes)
                .filter(other -> other != node)
                .mapToObj(this::host)
                .toList();
    }

    /** Between a node and an address nothing passes any more, and nobody is told. */
    void cut(int node, String address) {
        filter(node, "-A", "INPUT", "-s", address, "-j", "DROP");
        filter(node, "-A", "OUTPUT", "-d", address, "-j", "DROP");
    }

    /** Of what an address sends to a node a fifth is lost. */
    void lose(int node, String address) {
        filter(
                node,
                "-A",
                "INPUT",
                "-s",
                address,
                "-m",
                "statistic",
                "--mode",
                "random",
                "--probability",
                "0.2",
                "-j",
                "DROP");
    }

    /** A node cannot send to an address any more, but hears what comes from there. */
    void silence(int node, String address) {
        Tool.run("ip", "-n", namespace(node), "rule", "add", "pref", "10", "to", address, BLACKHOLE);
    }

    /** Whatever comes to a node's port is answered by a reset. */
    void reset(int node, int port) {
        filter(
                node,
                "-A",
                "INPUT",
                "-p",
                "tcp",
                "--dport",
                Integer.toString(port),
                "-j",
                "REJECT",
                "--reject-with",
                "tcp-reset");
    }

    /** Connections that a node makes to the database from now on go to the same port of this JVM. */
    void divert(int node, int port) {
        filter(
                node,
                "-t",
                "nat",
                "-A",
                "OUTPUT",
                "-p",
                "tcp",
                "-d",
                databaseHost(),
                "--dport",
                Integer.toString(port),
                "-j",
                "DNAT",
                "--to-destination",
                callers());
    }

    /** How many packets the rules of all nodes have hit. */
    long hits() {
        return IntStream.range(0, nodes)
                .mapToObj(node -> filter(node, "-nvxL"))
                .flatMap(rules -> COUNT.matcher(rules).results())
                .mapToLong(rule -> Long.parseLong(rule.group(1)))
                .sum();
    }

    /** Takes all rules away. */
    void clear() {
        for (int node = 0; node < nodes; node++) {
            filter(node, "-F");
            filter(node, "-t", "nat", "-F");
            while (Tool.run("ip", "-n", namespace(node), "rule").contains(BLACKHOLE)) {
                Tool.run("ip", "-n", namespace(node), "rule", "delete", "pref", "10");
            }
        }
    }

    private String filter(int node, String... arguments) {
        return Tool.run(Stream.of(prefix(node).stream(), Stream.of("iptables", "--wait"), Stream.of(arguments))
                .flatMap(part -> part)
                .toArray(String[]::new));
    }

    /** Takes it away, and kills what still runs in it. */
    @Override
    public void close() {
        namespaces().filter(namespace -> maker(namespace) == pid).forEach(Network::remove);
    }
}
