package dev.seqd.bench;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** Lines of a label and one or two values, no wider than {@value #WIDTH} columns. Not thread-safe. */
final class TextTable {
    /** Columns of a terminal. */
    static final int WIDTH = 80;

    private static final int LABEL = 36;
    private static final int COLUMN = 22;

    private final List<String> lines = new ArrayList<>();

    /** A line with a value to its left edge; a long text goes on in lines below. */
    TextTable text(String label, String text) {
        String head = label;
        for (String part : wrap(text, WIDTH - LABEL)) {
            add("%-" + LABEL + "s%s", head, part);
            head = "";
        }
        return this;
    }

    /** A line with one value to the right. */
    TextTable row(String label, String value) {
        add("%-" + LABEL + "s%" + COLUMN + "s", label, value);
        return this;
    }

    /** A line with two values to the right. */
    TextTable row(String label, String first, String second) {
        add("%-" + LABEL + "s%" + COLUMN + "s%" + COLUMN + "s", label, first, second);
        return this;
    }

    /** A text over the whole width. */
    TextTable line(String text) {
        lines.addAll(wrap(text, WIDTH));
        return this;
    }

    TextTable gap() {
        lines.add("");
        return this;
    }

    private void add(String format, Object... values) {
        lines.add(String.format(Locale.ROOT, format, values).stripTrailing());
    }

    @Override
    public String toString() {
        return String.join("\n", lines) + "\n";
    }

    /** Breaks at spaces and behind commas; a word that is too long is cut. */
    static List<String> wrap(String text, int width) {
        List<String> wrapped = new ArrayList<>();
        String rest = text;
        while (rest.length() > width) {
            int cut = breakBefore(rest, width);
            wrapped.add(rest.substring(0, cut).stripTrailing());
            rest = rest.substring(cut).stripLeading();
        }
        wrapped.add(rest);
        return wrapped;
    }

    private static int breakBefore(String text, int width) {
        int space = text.lastIndexOf(' ', width);
        int comma = text.lastIndexOf(',', width - 1) + 1;
        int cut = Math.max(space, comma);
        return cut > 0 ? cut : width;
    }
}
