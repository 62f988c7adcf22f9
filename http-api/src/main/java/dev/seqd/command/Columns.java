package dev.seqd.command;

import java.io.PrintWriter;
import java.util.List;

/**
 * Prints rows in columns as wide as their contents. Rows may come a few at a time; a column that was printed narrower only
 * grows. Not thread-safe.
 */
final class Columns {
    private static final String GAP = "  ";

    private final PrintWriter out;
    private final List<String> heads;
    private final int[] widths;
    private boolean begun;

    Columns(PrintWriter out, String... heads) {
        this.out = out;
        this.heads = List.of(heads);
        this.widths = new int[heads.length];
    }

    /** Prints rows, each with as many cells as there are columns. */
    void print(List<List<String>> rows) {
        fit(heads);
        rows.forEach(this::fit);
        if (!begun) {
            begun = true;
            print(heads.toArray(String[]::new));
        }
        rows.forEach(row -> print(row.toArray(String[]::new)));
    }

    private void fit(List<String> row) {
        for (int i = 0; i < widths.length; i++) {
            widths[i] = Math.max(widths[i], length(row.get(i)));
        }
    }

    private void print(String... row) {
        StringBuilder line = new StringBuilder();
        for (int i = 0; i < row.length; i++) {
            line.append(i == 0 ? "" : GAP).append(row[i]).append(" ".repeat(widths[i] - length(row[i])));
        }
        out.println(line.toString().stripTrailing());
    }

    private static int length(String cell) {
        return cell.codePointCount(0, cell.length());
    }
}
