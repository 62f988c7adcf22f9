package dev.seqd.allocator;

import dev.seqd.core.Block;
import dev.seqd.core.Position;
import dev.seqd.core.SequenceDefinition;
import dev.seqd.core.SequenceEvent;
import dev.seqd.core.SequenceEvent.Altered;
import dev.seqd.core.SequenceEvent.Created;
import dev.seqd.core.SequenceEvent.Dropped;
import dev.seqd.core.SequenceEvent.HighWaterRaised;
import java.time.Instant;
import org.apache.pekko.serialization.SerializerWithStringManifest;

/**
 * Writes and reads what the journal and its snapshots hold: JSON under short manifests, so that the fence and people can
 * read it, and no class name binds it to this code. Bytes that are not exactly what a manifest promises are {@linkplain
 * DamagedJournalException damage}.
 */
public final class JournalSerializer extends SerializerWithStringManifest {
    private static final int IDENTIFIER = 737_201;
    private static final String CREATED = "created";
    private static final String ALTERED = "altered";
    private static final String RAISED = "raised";
    private static final String DROPPED = "dropped";
    private static final String STATE = "state";

    private record CreatedJson(Instant at, String node, long epoch, SequenceDefinition definition) {}

    private record AlteredJson(Instant at, String node, SequenceDefinition definition) {}

    private record RaisedJson(Instant at, String node, long epoch, long lap, long first, long last, long increment) {}

    private record DroppedJson(Instant at, String node) {}

    @Override
    public int identifier() {
        return IDENTIFIER;
    }

    @Override
    public String manifest(Object value) {
        if (!(value instanceof JournalEntry entry)) {
            return STATE;
        }
        SequenceEvent event = entry.event();
        return event instanceof Created
                ? CREATED
                : event instanceof Altered ? ALTERED : event instanceof Dropped ? DROPPED : RAISED;
    }

    @Override
    public byte[] toBinary(Object value) {
        return JournalJson.write(value instanceof JournalEntry entry ? json(entry) : value);
    }

    private static Object json(JournalEntry entry) {
        Instant at = entry.at();
        String node = entry.node();
        if (entry.event() instanceof Created created) {
            return new CreatedJson(at, node, created.epoch(), created.definition());
        }
        if (entry.event() instanceof Altered altered) {
            return new AlteredJson(at, node, altered.definition());
        }
        if (entry.event() instanceof HighWaterRaised raised) {
            Block range = raised.range();
            return new RaisedJson(at, node, range.epoch(), range.lap(), range.first(), range.last(), range.increment());
        }
        return new DroppedJson(at, node);
    }

    @Override
    public Object fromBinary(byte[] bytes, String manifest) {
        try {
            return switch (manifest) {
                case CREATED -> entry(JournalJson.read(bytes, CreatedJson.class));
                case ALTERED -> entry(JournalJson.read(bytes, AlteredJson.class));
                case RAISED -> entry(JournalJson.read(bytes, RaisedJson.class));
                case DROPPED -> entry(JournalJson.read(bytes, DroppedJson.class));
                case STATE -> JournalJson.read(bytes, JournalState.class);
                default -> throw new DamagedJournalException("the journal holds an unknown '" + manifest + "'", null);
            };
        } catch (IllegalArgumentException e) {
            throw new DamagedJournalException("the journal holds an impossible '" + manifest + "'", e);
        }
    }

    private static JournalEntry entry(CreatedJson json) {
        return new JournalEntry(new Created(json.definition, json.epoch), json.at, json.node);
    }

    private static JournalEntry entry(AlteredJson json) {
        return new JournalEntry(new Altered(json.definition), json.at, json.node);
    }

    private static JournalEntry entry(RaisedJson json) {
        Position first = new Position(json.epoch, json.lap, json.first);
        Block range = Block.between(first, json.last, json.increment);
        return new JournalEntry(new HighWaterRaised(range), json.at, json.node);
    }

    private static JournalEntry entry(DroppedJson json) {
        return new JournalEntry(new Dropped(), json.at, json.node);
    }
}
