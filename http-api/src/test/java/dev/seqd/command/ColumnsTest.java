package dev.seqd.command;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.List;
import org.junit.jupiter.api.Test;

class ColumnsTest {
    private final StringWriter out = new StringWriter();
    private final Columns columns = new Columns(new PrintWriter(out, true), "A", "NEXT");

    @Test
    void print_widerRowsLater_columnsGrowAndHeadsComeOnce() {
        columns.print(List.of(List.of("ab", "1"), List.of("größe", "22")));
        columns.print(List.of(List.of("abcdefg", "3"), List.of("x", "4")));

        assertThat(out.toString().lines())
                .containsExactly("A      NEXT", "ab     1", "größe  22", "abcdefg  3", "x        4");
    }
}
