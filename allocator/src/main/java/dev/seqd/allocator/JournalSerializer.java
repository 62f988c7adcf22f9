package dev.seqd.allocator;

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
import java.time.Instant;
import org.apache.pekko.serialization.SerializerWithStringManifest;
import org.jspecify.annotations.Nullable;

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
    private static final String RELEASED = "released";
    private static final String REPOSITIONED = "repositioned";
    private static final String ADVANCED = "advanced";
    private static final String DROPPED = "dropped";
    private static final String STATE = "state";

    private record CreatedJson(Instant at, String node, long epoch, SequenceDefinition definition) {}

    private record AlteredJson(Instant at, String node, long epoch, SequenceDefinition definition) {}

    private record RaisedJson(Instant at, String node, long epoch, long lap, long first, long last, long increment) {}

    private record ReleasedJson(
            Instant at,
            String node,
            long lap,
            @Nullable Long mark,
            long value,
            boolean called,
            @Nullable Long lowest,
            @Nullable Long highest) {}

    private record RepositionedJson(Instant at, String node, long epoch, long value, boolean called) {}

    private record AdvancedJson(Instant at, String node, long epoch, long lap, long mark, long value, boolean called) {}

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
        return manifestOf(entry.event());
    }

    private static String manifestOf(SequenceEvent event) {
        if (event instanceof Created) {
            return CREATED;
        }
        if (event instanceof Altered) {
            return ALTERED;
        }
        if (event instanceof HighWaterRaised) {
            return RAISED;
        }
        if (event instanceof Released) {
            return RELEASED;
        }
        if (event instanceof Advanced) {
            return ADVANCED;
        }
        return event instanceof Repositioned ? REPOSITIONED : DROPPED;
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
            return new AlteredJson(at, node, altered.epoch(), altered.definition());
        }
        if (entry.event() instanceof HighWaterRaised raised) {
            Block range = raised.range();
            return new RaisedJson(at, node, range.epoch(), range.lap(), range.first(), range.last(), range.increment());
        }
        if (entry.event() instanceof Released released) {
            return released(at, node, released.reach());
        }
        if (entry.event() instanceof Repositioned moved) {
            return new RepositionedJson(
                    at,
                    node,
                    moved.epoch(),
                    moved.cursor().value(),
                    moved.cursor().called());
        }
        if (entry.event() instanceof Advanced advanced) {
            Position mark = advanced.mark();
            Cursor cursor = advanced.cursor();
            return new AdvancedJson(at, node, mark.epoch(), mark.lap(), mark.value(), cursor.value(), cursor.called());
        }
        return new DroppedJson(at, node);
    }

    private static ReleasedJson released(Instant at, String node, Reach reach) {
        Extremes extremes = reach.extremes();
        Long lowest = extremes == null ? null : extremes.lowest();
        Long highest = extremes == null ? null : extremes.highest();
        Cursor cursor = reach.cursor();
        return new ReleasedJson(at, node, reach.lap(), reach.mark(), cursor.value(), cursor.called(), lowest, highest);
    }

    @Override
    public Object fromBinary(byte[] bytes, String manifest) {
        try {
            return switch (manifest) {
                case CREATED -> entry(JournalJson.read(bytes, CreatedJson.class));
                case ALTERED -> entry(JournalJson.read(bytes, AlteredJson.class));
                case RAISED -> entry(JournalJson.read(bytes, RaisedJson.class));
                case RELEASED -> entry(JournalJson.read(bytes, ReleasedJson.class));
                case REPOSITIONED -> entry(JournalJson.read(bytes, RepositionedJson.class));
                case ADVANCED -> entry(JournalJson.read(bytes, AdvancedJson.class));
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
        return new JournalEntry(new Altered(json.definition, json.epoch), json.at, json.node);
    }

    private static JournalEntry entry(RaisedJson json) {
        Position first = new Position(json.epoch, json.lap, json.first);
        Block range = Block.between(first, json.last, json.increment);
        return new JournalEntry(new HighWaterRaised(range), json.at, json.node);
    }

    private static JournalEntry entry(ReleasedJson json) {
        Extremes extremes = Extremes.ofNullable(json.lowest, json.highest);
        Reach reach = new Reach(json.lap, json.mark, new Cursor(json.value, json.called), extremes);
        return new JournalEntry(new Released(reach), json.at, json.node);
    }

    private static JournalEntry entry(RepositionedJson json) {
        Repositioned moved = new Repositioned(new Cursor(json.value, json.called), json.epoch);
        return new JournalEntry(moved, json.at, json.node);
    }

    private static JournalEntry entry(AdvancedJson json) {
        Position mark = new Position(json.epoch, json.lap, json.mark);
        return new JournalEntry(new Advanced(mark, new Cursor(json.value, json.called)), json.at, json.node);
    }

    private static JournalEntry entry(DroppedJson json) {
        return new JournalEntry(new Dropped(), json.at, json.node);
    }
}
