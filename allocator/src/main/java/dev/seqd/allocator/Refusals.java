package dev.seqd.allocator;

import dev.seqd.core.SeqdError;
import dev.seqd.core.SequenceChange;
import dev.seqd.core.SequenceName;

/**
 * What a Counter says when it refuses.
 *
 * @param name its sequence
 */
record Refusals(SequenceName name) {
    Answer.Refused unknown() {
        return Answer.Refused.of(SequenceChange.unknownSequence(name));
    }

    Answer.Refused tooManyRequests() {
        return of(SeqdError.OVERLOADED, "too many requests wait for sequence \"" + name + "\"; try again");
    }

    Answer.Refused tooManyChanges() {
        return of(SeqdError.OVERLOADED, "too many changes wait for sequence \"" + name + "\"; try again");
    }

    Answer.Refused beyondMark() {
        String text = "'after' lies beyond everything sequence \"" + name + "\" has handed out";
        return of(SeqdError.BEYOND_MARK, text);
    }

    Answer.Refused late() {
        String text = "the journal of sequence \"" + name + "\" did not answer in time; try again";
        return of(SeqdError.UNAVAILABLE, text);
    }

    Answer.Refused changing() {
        return of(SeqdError.UNAVAILABLE, "sequence \"" + name + "\" is being changed; try again");
    }

    Answer.Refused unconfirmed() {
        String text =
                "the journal of sequence \"" + name + "\" did not confirm the change; read it before trying again";
        return of(SeqdError.UNAVAILABLE, text);
    }

    Answer.Refused corrupt(String why) {
        String text = "sequence \"" + name + "\" is corrupt and not served until its journal is repaired: " + why;
        return of(SeqdError.UNAVAILABLE, text);
    }

    Answer.Refused ending() {
        return of(SeqdError.UNAVAILABLE, "the owner of sequence \"" + name + "\" stops; try again");
    }

    private static Answer.Refused of(SeqdError error, String detail) {
        return new Answer.Refused(error, null, detail);
    }
}
