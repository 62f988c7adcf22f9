package dev.seqd.allocator;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.seqd.core.Block;
import dev.seqd.core.Cursor;
import dev.seqd.core.Extremes;
import dev.seqd.core.Position;
import dev.seqd.core.Reach;
import dev.seqd.core.SequenceDefinition;
import dev.seqd.core.SequenceEvent;
import dev.seqd.core.SequenceEvent.Advanced;
import dev.seqd.core.SequenceEvent.Altered;
import dev.seqd.core.SequenceEvent.Created;
import dev.seqd.core.SequenceEvent.Dropped;
import dev.seqd.core.SequenceEvent.HighWaterRaised;
import dev.seqd.core.SequenceEvent.Released;
import dev.seqd.core.SequenceEvent.Repositioned;
import dev.seqd.core.SequenceOptions;
import dev.seqd.core.SequenceOptions.Setting;
import dev.seqd.core.SequenceState;
import java.time.Instant;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class JournalSerializerTest {
    private static final Instant AT = Instant.parse("2026-01-02T03:04:05.123456Z");
    private static final SequenceDefinition DEFINITION = SequenceDefinition.of(SequenceOptions.NONE);
    private static final String DEFINITION_JSON = "{\"type\":\"bigint\",\"start\":1,\"increment\":1,\"min\":1,"
            + "\"max\":9223372036854775807,\"cycle\":false,\"cache\":null,\"order\":\"cached\",\"sizing\":{\"bufferSeconds\":null,"
            + "\"minThreshold\":null,\"blockMax\":null,\"clientMax\":null,\"nodeMax\":null,\"reserveMax\":null}}";
    private static final String HEADER = "{\"at\":\"2026-01-02T03:04:05.123456Z\",\"node\":\"seqd@10.0.0.1:7355\",";
    private static final String CREATED = HEADER + "\"epoch\":1,\"definition\":" + DEFINITION_JSON + "}";
    private static final String ALTERED = HEADER + "\"epoch\":2,\"definition\":" + DEFINITION_JSON + "}";
    private static final String RAISED = HEADER + "\"epoch\":1,\"lap\":2,\"first\":-5,\"last\":-9,\"increment\":-2}";
    private static final String RELEASED =
            HEADER + "\"lap\":2,\"mark\":-7,\"value\":-7,\"called\":true,\"lowest\":-9,\"highest\":4}";
    private static final String REPOSITIONED = HEADER + "\"epoch\":2,\"value\":17,\"called\":false}";
    private static final String ADVANCED = HEADER + "\"epoch\":2,\"lap\":3,\"mark\":57,\"value\":51,\"called\":true}";
    private static final String DROPPED = HEADER.replace("7355\",", "7355\"}");
    private static final String STATE = "{\"sequence\":{\"definition\":" + DEFINITION_JSON
            + ",\"version\":3,\"epoch\":1,\"reach\":{\"lap\":1,\"mark\":9,\"cursor\":{\"value\":9,\"called\":true},"
            + "\"extremes\":{\"lowest\":1,\"highest\":9}},\"dropped\":false},"
            + "\"createdAt\":\"2026-01-02T03:04:05.123456Z\",\"changedAt\":\"2026-01-02T03:04:05.123456Z\"}";

    private final JournalSerializer serializer = new JournalSerializer();

    private static JournalEntry entry(SequenceEvent event) {
        return new JournalEntry(event, AT, "seqd@10.0.0.1:7355");
    }

    /** What each manifest stands for, and the bytes that must be readable for ever. */
    private static Stream<Arguments> golden() {
        SequenceState state =
                new SequenceState(DEFINITION, 3, 1, new Reach(1, 9L, new Cursor(9, true), new Extremes(1, 9)), false);
        Reach reach = new Reach(2, -7L, new Cursor(-7, true), new Extremes(-9, 4));
        return Stream.of(
                Arguments.of("created", CREATED, entry(new Created(DEFINITION, 1))),
                Arguments.of("altered", ALTERED, entry(new Altered(DEFINITION, 2))),
                Arguments.of("raised", RAISED, entry(new HighWaterRaised(new Block(-5, -2, 3, 1, 2)))),
                Arguments.of("released", RELEASED, entry(new Released(reach))),
                Arguments.of("repositioned", REPOSITIONED, entry(new Repositioned(new Cursor(17, false), 2))),
                Arguments.of("advanced", ADVANCED, entry(new Advanced(new Position(2, 3, 57), new Cursor(51, true)))),
                Arguments.of("dropped", DROPPED, entry(new Dropped())),
                Arguments.of("state", STATE, new JournalState(state, AT, AT)));
    }

    @ParameterizedTest
    @MethodSource("golden")
    void toBinary_each_isTheSameForEver(String manifest, String json, Object value) {
        assertThat(serializer.manifest(value)).isEqualTo(manifest);
        assertThat(new String(serializer.toBinary(value), UTF_8)).isEqualTo(json);
    }

    @ParameterizedTest
    @MethodSource("golden")
    void fromBinary_each_isWhatWasWritten(String manifest, String json, Object value) {
        assertThat(serializer.fromBinary(json.getBytes(UTF_8), manifest)).isEqualTo(value);
    }

    @Test
    void identifier_always_staysTheSame() {
        assertThat(serializer.identifier()).isEqualTo(737_201);
    }

    @Test
    void toBinary_everyOption_isReadBack() {
        SequenceOptions options = SequenceOptions.NONE
                .withIncrement(Long.MIN_VALUE)
                .withMin(Long.MIN_VALUE)
                .withMax(Long.MAX_VALUE)
                .withStart(Long.MAX_VALUE)
                .withCycle(true)
                .withCache(new Setting(Long.MAX_VALUE));
        JournalEntry entry = entry(new Created(SequenceDefinition.of(options), Long.MAX_VALUE));

        assertThat(serializer.fromBinary(serializer.toBinary(entry), "created")).isEqualTo(entry);
    }

    private void assertDamaged(String manifest, byte[] bytes) {
        assertThatThrownBy(() -> serializer.fromBinary(bytes, manifest), "%s", new String(bytes, UTF_8))
                .isInstanceOf(DamagedJournalException.class);
    }

    private void assertDamaged(String manifest, String json) {
        assertDamaged(manifest, json.getBytes(UTF_8));
    }

    @ParameterizedTest
    @MethodSource("golden")
    void fromBinary_truncatedAnywhere_isDamage(String manifest, String json, Object value) {
        for (int length = 0; length < json.length(); length++) {
            assertDamaged(manifest, json.substring(0, length));
        }
    }

    @ParameterizedTest
    @MethodSource("golden")
    void fromBinary_oneFieldMissingOrTwiceOrRenamedOrOfAnotherKind_isDamage(
            String manifest, String json, Object value) {
        for (String field : json.replaceAll("[\\[\\]]", "").split(",", -1)) {
            String bare = field.replaceAll("^\\{?(\"(sequence|extremes|definition|reach|cursor|sizing)\":\\{)+", "")
                    .replaceAll("[{}]", "");
            String name = bare.substring(0, bare.indexOf(':'));
            assertDamaged(manifest, json.replace("," + bare, "").replace(bare + ",", ""));
            assertDamaged(manifest, json.replace(bare, bare + "," + bare));
            assertDamaged(manifest, json.replace(name + ":", "\"other\":"));
            assertDamaged(manifest, json.replace(bare, bare + ",\"unknown\":1"));
            assertDamaged(manifest, json.replace(bare, name + ":[]"));
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"null", "1.5", "1.0", "1e3", "\"1\"", "\"\"", "true", "9223372036854775808", "-1e400", "{}"})
    void fromBinary_numberOfAnotherForm_isDamage(String number) {
        for (String field : new String[] {"epoch\":1", "lap\":2", "first\":-5", "last\":-9", "increment\":-2"}) {
            String name = field.substring(0, field.indexOf(':') + 1);
            assertDamaged("raised", RAISED.replace(field, name + number));
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"at", "node", "definition", "type", "cycle", "start", "epoch", "order", "sizing"})
    void fromBinary_nullField_isDamage(String field) {
        String json = CREATED.replaceAll("\"" + field + "\":(\\{[^}]*}|\"[^\"]*\"|[^,}]*)", "\"" + field + "\":null");
        assertThat(json).contains("\"" + field + "\":null");

        assertDamaged("created", json);
    }

    @Test
    void fromBinary_impossibleValues_isDamage() {
        Map<String, String> impossible = Map.of(
                "\"last\":-9", "\"last\":-8",
                "\"last\":-9,", "\"last\":-1,",
                "\"increment\":-2", "\"increment\":0",
                "\"epoch\":1", "\"epoch\":0",
                "\"lap\":2", "\"lap\":-1");
        impossible.forEach((good, bad) -> assertDamaged("raised", RAISED.replace(good, bad)));
        assertDamaged("created", CREATED.replace("\"start\":1", "\"start\":0"));
        assertDamaged("created", CREATED.replace("\"increment\":1", "\"increment\":0"));
        assertDamaged("created", CREATED.replace("bigint", "text"));
        assertDamaged("state", STATE.replace("\"mark\":9", "\"mark\":10"));
        assertDamaged("released", RELEASED.replace("\"lowest\":-9", "\"lowest\":null"));
        assertDamaged("state", STATE.replace("\"lowest\":1", "\"lowest\":10"));
        assertDamaged("state", "{\"sequence\":null,\"createdAt\":\"" + AT + "\",\"changedAt\":\"" + AT + "\"}");
    }

    @Test
    void fromBinary_otherManifest_isDamage() {
        assertDamaged("raised", CREATED);
        assertDamaged("created", REPOSITIONED);
        assertDamaged("repositioned", ALTERED);
        assertDamaged("released", RAISED);
        assertDamaged("dropped", ALTERED);
        assertDamaged("state", RAISED);
        assertDamaged("removed", DROPPED);
        assertDamaged("", DROPPED);
    }

    @Test
    void fromBinary_notOneWholeValue_isDamage() {
        assertDamaged("dropped", DROPPED + DROPPED);
        assertDamaged("dropped", DROPPED + "x");
        assertDamaged("dropped", "null");
        assertDamaged("dropped", "[" + DROPPED + "]");
        assertDamaged("dropped", new byte[] {0, 1, (byte) 0xff, 3});
    }
}
