package dev.seqd.simulation;

import java.util.regex.Pattern;

/** Makes what records say of themselves short enough to be read in a list. */
final class Words {
    private static final Pattern NUMBER = Pattern.compile("=(-?\\d+)");
    private static final Pattern BLOCK =
            Pattern.compile("Block\\[first=(-?\\d+), increment=(-?\\d+), count=(\\d+), epoch=(\\d+), lap=(\\d+)]");
    private static final Pattern POSITION = Pattern.compile("Position\\[epoch=(\\d+), lap=(\\d+), value=(-?\\d+)]");
    private static final Pattern DEFINITION =
            Pattern.compile("SequenceDefinition\\[type=(\\w+), (start=.*?), order=(\\w+), sizing=Sizing\\[[^]]*]]");
    private static final Pattern JOURNALED =
            Pattern.compile("JournalState\\[sequence=SequenceState\\[(.*)], createdAt=.*?, changedAt=[^]]*]");
    private static final Pattern OPTIONS = Pattern.compile("(\\w+=null, )|(, \\w+=null)");

    private Words() {}

    static String shorter(String text) {
        String shorter = BLOCK.matcher(text).replaceAll("[$3 from $1 by $2, epoch $4, lap $5]");
        shorter = POSITION.matcher(shorter).replaceAll("($1, $2, $3)");
        shorter = DEFINITION.matcher(shorter).replaceAll("($1, $2, $3)");
        shorter = JOURNALED.matcher(shorter).replaceAll("$1");
        shorter = OPTIONS.matcher(shorter).replaceAll("");
        return NUMBER.matcher(shorter).replaceAll(" $1");
    }
}
