package dev.seqd.allocator;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.dataformat.cbor.CBORFactory;
import com.typesafe.config.ConfigFactory;
import dev.seqd.core.After;
import dev.seqd.core.Block;
import dev.seqd.core.SeqdError;
import dev.seqd.core.SequenceDefinition;
import dev.seqd.core.SequenceOptions;
import dev.seqd.core.SequenceOptions.Setting;
import dev.seqd.core.SequenceOrder;
import dev.seqd.core.SequenceType;
import dev.seqd.core.Sizing;
import dev.seqd.database.DatabaseSettings;
import java.io.IOException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.pekko.actor.testkit.typed.javadsl.ActorTestKit;
import org.apache.pekko.actor.typed.ActorRef;
import org.apache.pekko.actor.typed.ActorSystem;
import org.apache.pekko.actor.typed.javadsl.Behaviors;
import org.apache.pekko.serialization.Serialization;
import org.apache.pekko.serialization.SerializationExtension;
import org.apache.pekko.serialization.Serializers;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class WireMessageTest {
    private static final long BIG = Long.MAX_VALUE;
    private static final Instant AT = Instant.parse("2026-01-02T03:04:05.123456789Z");
    private static final ObjectMapper CBOR = new ObjectMapper(new CBORFactory());

    private static ActorSystem<Void> system;
    private static Serialization serialization;
    private static ActorRef<Answer> asker;

    @BeforeAll
    static void start() {
        DatabaseSettings nowhere = DatabaseSettings.of("jdbc:postgresql://127.0.0.1:1/none", "nobody", null);
        // Without the journal, which would look for its database.
        String overrides = "pekko.persistence { journal.auto-start-journals = []"
                + " \n snapshot-store.auto-start-snapshot-stores = [] }";
        system = ActorSystem.create(
                Behaviors.empty(), "seqd", NodeConfig.of(ConfigFactory.parseString(overrides), nowhere));
        serialization = SerializationExtension.get(system);
        asker = system.systemActorOf(Behaviors.<Answer>ignore(), "asker", org.apache.pekko.actor.typed.Props.empty());
    }

    @AfterAll
    static void stop() {
        ActorTestKit.shutdown(system);
    }

    private static Stream<WireMessage> messages() {
        Sizing sizing = new Sizing(1L, 2L, null, 3L, 4L, BIG);
        SequenceOptions options = SequenceOptions.NONE
                .withType(SequenceType.INTEGER)
                .withStart(-BIG)
                .withIncrement(-1L)
                .withMin(Setting.DERIVED)
                .withMax(BIG)
                .withCycle(true)
                .withCache(new Setting(7L))
                .withOrder(SequenceOrder.STRICT)
                .withSizing(sizing);
        SequenceDescription description = new SequenceDescription(
                "bestellung:größe",
                SequenceDefinition.of(SequenceOptions.NONE),
                new SequenceDescription.Progress(1, 1, null, BIG, true, 0),
                3,
                AT,
                AT);
        return Stream.of(commands(options), answers(description, sizing), questions())
                .flatMap(m -> m);
    }

    private static Stream<WireMessage> commands(SequenceOptions options) {
        return Stream.of(
                new Counter.Create(options, true, asker),
                new Counter.Create(SequenceOptions.NONE, false, asker),
                new Counter.Describe(asker),
                new Counter.Alter(options, true, BIG, asker),
                new Counter.Alter(SequenceOptions.NONE, false, null, asker),
                new Counter.Drop(asker),
                new Counter.Restart(BIG, true, asker),
                new Counter.Restart(null, false, asker),
                new Counter.SetValue(-BIG, true, false, asker),
                new Counter.Advance(BIG, 0, asker),
                new Counter.Advance(null, BIG, asker),
                new Counter.Stop(),
                new Counter.Ping(asker, asker),
                new Counter.Ping(null, asker),
                new Counter.Wanted(7),
                new Counter.GiveBack(List.of(new Recall.Part("a-1", new Block(BIG, 1, 1, 2, 3))), asker),
                new Counter.Lease(new LeaseRequest(BIG, BIG - 1, BIG, new After(-BIG, 2L, null)), asker),
                new Counter.Lease(new LeaseRequest(1, 1, 0, null), asker),
                new Deputies.Ask("orders", new LeaseRequest(BIG, 2, 1, null), asker),
                new Recall("orders", BIG, true, system.<Recall.Returned>ignoreRef()),
                new Recall.Returned(7, List.of(new Recall.Part("a-1", new Block(BIG, 1, 1, 2, 3)))));
    }

    private static Stream<WireMessage> answers(SequenceDescription description, Sizing sizing) {
        Terms terms = new Terms(true, 5L, sizing);
        Terms free = new Terms(false, null, Sizing.CONFIGURED);
        return Stream.of(
                new Answer.Described(description, true),
                new Answer.Granted(new Grant("a-1", new Block(BIG, 1, 1, 2, 3), terms, BIG)),
                new Answer.Granted(new Grant("a-1", new Block(-BIG, -1, 2, 2, 3), free, 0)),
                new Answer.Here(true),
                new Answer.Noted(),
                new Answer.Refused(SeqdError.EXHAUSTED, "2200H", "no more"),
                new Answer.Refused(SeqdError.OVERLOADED, null, "later"));
    }

    private static Stream<WireMessage> questions() {
        return Stream.of(
                new MemberProbe.Question(system.<MemberProbe.Alive>ignoreRef()),
                new MemberProbe.Alive("x1", true, false, "http://10.0.0.1:8080", 7),
                new DatabaseWatch.Question(system.<Evidence.Statement>ignoreRef()),
                new DatabaseWatch.Believe("s/1/2"),
                new Evidence.Statement("s/1/2", true, false, -1, Long.MAX_VALUE),
                new MemberProbe.Leaves("x1"),
                new MemberProbe.Drain("x1", system.<MemberProbe.Draining>ignoreRef()),
                new MemberProbe.Draining(true));
    }

    private static byte[] bytes(WireMessage message) {
        return serialization.serialize(message).get();
    }

    private static Object read(byte[] bytes, WireMessage like) {
        int id = serialization.findSerializerFor(like).identifier();
        String manifest = Serializers.manifestFor(serialization.findSerializerFor(like), like);
        return serialization.deserialize(bytes, id, manifest).get();
    }

    @Test
    void messages_all_areTriedHere() {
        Set<Class<?>> tried = messages().map(Object::getClass).collect(Collectors.toSet());
        List<Class<?>> all = new ArrayList<>(Arrays.asList(Answer.class.getPermittedSubclasses()));
        all.addAll(Arrays.asList(Counter.Command.class.getPermittedSubclasses()));
        all.addAll(Arrays.asList(MemberProbe.class.getDeclaredClasses()));
        all.addAll(Arrays.asList(DatabaseWatch.class.getDeclaredClasses()));
        all.addAll(Arrays.asList(Evidence.class.getDeclaredClasses()));
        all.add(Recall.class);
        all.add(Recall.Returned.class);

        assertThat(all)
                .filteredOn(WireMessage.class::isAssignableFrom)
                .isNotEmpty()
                .allMatch(tried::contains);
    }

    @Test
    void serialize_each_isCborAndReadsBackEqual() {
        assertThat(messages()).allSatisfy(message -> {
            assertThat(serialization.findSerializerFor(message).getClass().getSimpleName())
                    .isEqualTo("JacksonCborSerializer");
            assertThat(read(bytes(message), message)).isEqualTo(message);
        });
    }

    @ParameterizedTest
    @MethodSource("messages")
    void deserialize_anyFieldMissing_isRefused(WireMessage message) throws IOException {
        JsonNode tree = CBOR.readTree(bytes(message));
        for (ObjectNode node : objectsIn(tree)) {
            assertEachFieldIsNeeded(node, tree, message);
        }
    }

    private static void assertEachFieldIsNeeded(ObjectNode node, JsonNode tree, WireMessage message)
            throws IOException {
        for (String field : namesOf(node)) {
            JsonNode removed = node.remove(field);
            byte[] without = CBOR.writeValueAsBytes(tree);
            assertThatThrownBy(() -> read(without, message), "%s without %s", message, field)
                    .isInstanceOf(IOException.class);
            node.set(field, removed);
        }
    }

    @Test
    void deserialize_nullForANumber_isRefused() throws IOException {
        WireMessage lease = new Counter.Lease(new LeaseRequest(5, 5, 4, null), asker);
        ObjectNode tree = (ObjectNode) CBOR.readTree(bytes(lease));
        byte[] broken = CBOR.writeValueAsBytes(withCount(tree, null));

        assertThatThrownBy(() -> read(broken, lease)).isInstanceOf(IOException.class);
    }

    @Test
    void deserialize_impossibleNumber_isRefused() throws IOException {
        WireMessage lease = new Counter.Lease(new LeaseRequest(5, 5, 4, null), asker);
        ObjectNode tree = (ObjectNode) CBOR.readTree(bytes(lease));
        byte[] broken = CBOR.writeValueAsBytes(withCount(tree, 0L));

        assertThatThrownBy(() -> read(broken, lease)).isInstanceOf(IOException.class);
    }

    private static ObjectNode withCount(ObjectNode lease, @Nullable Long count) {
        ((ObjectNode) lease.path("request")).put("count", count);
        return lease;
    }

    private static List<ObjectNode> objectsIn(JsonNode tree) {
        List<ObjectNode> found = new ArrayList<>();
        if (tree instanceof ObjectNode object) {
            found.add(object);
        }
        tree.forEach(child -> found.addAll(objectsIn(child)));
        return found;
    }

    private static List<String> namesOf(ObjectNode node) {
        List<String> names = new ArrayList<>();
        node.fieldNames().forEachRemaining(names::add);
        return names;
    }
}
