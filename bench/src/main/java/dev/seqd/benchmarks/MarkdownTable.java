package dev.seqd.benchmarks;

import java.util.Arrays;
import java.util.stream.Collectors;

/** A table in Markdown: texts to the left in the first column, figures to the right in all others. Not thread-safe. */
final class MarkdownTable {
    private final StringBuilder lines = new StringBuilder();
    private final int columns;

    MarkdownTable(String... heads) {
        this.columns = heads.length;
        row(heads);
        lines.append("|---|").append("---:|".repeat(columns - 1)).append('\n');
    }

    /**
     * Adds a row.
     *
     * @throws IllegalArgumentException if it has not as many cells as the head
     */
    MarkdownTable row(String... cells) {
        if (cells.length != columns) {
            throw new IllegalArgumentException("a row of " + cells.length + " cells in " + columns + " columns");
        }
        lines.append(Arrays.stream(cells)
                .map(cell -> cell.replace("|", "\\|"))
                .collect(Collectors.joining(" | ", "| ", " |\n")));
        return this;
    }

    /** Without a line break at the end. */
    @Override
    public String toString() {
        return lines.toString().stripTrailing();
    }
}
