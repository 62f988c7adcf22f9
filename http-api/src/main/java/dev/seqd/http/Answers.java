package dev.seqd.http;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.json.JsonMapper;
import dev.seqd.allocator.ClusterMember;
import dev.seqd.allocator.RaisedMark;
import dev.seqd.allocator.SequenceDescription;
import dev.seqd.core.Block;
import dev.seqd.core.SequenceDefinition;
import dev.seqd.core.Sizing;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What the API answers, as JSON. 64-bit values are strings, because JavaScript loses numbers beyond 2^53. */
final class Answers {
    private static final JsonMapper MAPPER = JsonMapper.builder().build();

    private Answers() {}

    record ValueAnswer(String sequence, String value, long epoch, long lap) {}

    record BlockAnswer(
            String id,
            String sequence,
            String first,
            String last,
            String increment,
            long count,
            long epoch,
            long lap,
            boolean cacheable,
            long suggestedCount) {}

    record DefinitionAnswer(
            String type,
            String start,
            String increment,
            String min,
            String max,
            boolean cycle,
            String order,
            @Nullable String cache,
            SizingAnswer sizing) {}

    record SizingAnswer(
            @Nullable String bufferSeconds,
            @Nullable String minThreshold,
            @Nullable String blockMax,
            @Nullable String clientMax,
            @Nullable String nodeMax,
            @Nullable String reserveMax) {}

    record StateAnswer(
            long epoch,
            long lap,
            @Nullable String next,
            @Nullable String highWater,
            boolean exhausted,
            String remaining,
            String health) {}

    record DescriptionAnswer(
            String name,
            DefinitionAnswer definition,
            StateAnswer state,
            long version,
            String createdAt,
            String changedAt) {}

    record ListAnswer(
            List<DescriptionAnswer> items, @Nullable String nextCursor) {}

    record RaisedAnswer(
            String name,
            @Nullable String from,
            @Nullable String highWater,
            boolean exhausted,
            @Nullable String failure) {}

    record RaisesAnswer(List<RaisedAnswer> items, @Nullable String nextCursor) {}

    record CompactionAnswer(String olderThan, boolean started) {}

    record ClusterAnswer(List<ClusterMember> members) {}

    record DrainAnswer(String id, String state) {}

    record HealthAnswer(String status) {}

    static RaisesAnswer raised(List<RaisedMark> marks, @Nullable String nextCursor) {
        return new RaisesAnswer(marks.stream().map(Answers::raised).toList(), nextCursor);
    }

    private static RaisedAnswer raised(RaisedMark mark) {
        return new RaisedAnswer(mark.name(), text(mark.from()), text(mark.to()), mark.exhausted(), mark.failure());
    }

    static ValueAnswer value(String sequence, Block block) {
        return new ValueAnswer(sequence, Long.toString(block.first()), block.epoch(), block.lap());
    }

    static BlockAnswer block(String sequence, Taken taken) {
        Block block = taken.block();
        return new BlockAnswer(
                taken.id(),
                sequence,
                Long.toString(block.first()),
                Long.toString(block.last()),
                Long.toString(block.increment()),
                block.count(),
                block.epoch(),
                block.lap(),
                taken.cacheable(),
                taken.suggested());
    }

    static DescriptionAnswer description(SequenceDescription sequence) {
        SequenceDescription.Progress progress = sequence.progress();
        return new DescriptionAnswer(
                sequence.name(),
                definition(sequence.definition()),
                new StateAnswer(
                        progress.epoch(),
                        progress.lap(),
                        text(progress.next()),
                        text(progress.highWater()),
                        progress.exhausted(),
                        Long.toString(progress.remaining()),
                        "ok"),
                sequence.version(),
                sequence.createdAt().toString(),
                sequence.changedAt().toString());
    }

    private static DefinitionAnswer definition(SequenceDefinition definition) {
        return new DefinitionAnswer(
                definition.type().sqlName(),
                Long.toString(definition.start()),
                Long.toString(definition.increment()),
                Long.toString(definition.min()),
                Long.toString(definition.max()),
                definition.cycle(),
                definition.order().code(),
                text(definition.cache()),
                sizing(definition.sizing()));
    }

    private static SizingAnswer sizing(Sizing sizing) {
        return new SizingAnswer(
                text(sizing.bufferSeconds()),
                text(sizing.minThreshold()),
                text(sizing.blockMax()),
                text(sizing.clientMax()),
                text(sizing.nodeMax()),
                text(sizing.reserveMax()));
    }

    private static @Nullable String text(@Nullable Long value) {
        return value == null ? null : value.toString();
    }

    static String json(Object answer) {
        try {
            return MAPPER.writeValueAsString(answer);
        } catch (JsonProcessingException e) {
            throw new IllegalStateException("an answer that cannot be written: " + answer, e);
        }
    }
}
