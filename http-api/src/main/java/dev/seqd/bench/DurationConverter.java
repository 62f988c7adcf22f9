package dev.seqd.bench;

import java.time.Duration;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** Reads {@code 500ms}, {@code 30s}, {@code 2m}, {@code 1h} and sequences of them such as {@code 1m30s}; never negative. */
final class DurationConverter implements ITypeConverter<Duration> {
    private static final Pattern WHOLE = Pattern.compile("(\\d{1,9}(ms|s|m|h))+");
    private static final Pattern PART = Pattern.compile("(\\d{1,9})(ms|s|m|h)");

    @Override
    public Duration convert(String text) {
        if (!WHOLE.matcher(text).matches()) {
            throw new TypeConversionException(
                    "'" + text + "' is not a duration; write a whole number and a unit, such as 500ms, 30s, 2m or 1h");
        }
        Duration sum = Duration.ZERO;
        Matcher part = PART.matcher(text);
        while (part.find()) {
            sum = sum.plus(partOf(Long.parseLong(part.group(1)), part.group(2)));
        }
        return sum;
    }

    private static Duration partOf(long amount, String unit) {
        return switch (unit) {
            case "ms" -> Duration.ofMillis(amount);
            case "s" -> Duration.ofSeconds(amount);
            case "m" -> Duration.ofMinutes(amount);
            default -> Duration.ofHours(amount);
        };
    }

    /** The shortest text that {@link #convert} reads as the same duration, in whole milliseconds. */
    static String text(Duration duration) {
        long millis = duration.toMillis();
        if (millis % 1000 != 0) {
            return millis + "ms";
        }
        long seconds = millis / 1000;
        return seconds % 60 == 0 && seconds > 60 ? seconds / 60 + "m" : seconds + "s";
    }
}
