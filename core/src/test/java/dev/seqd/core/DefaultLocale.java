package dev.seqd.core;

import java.util.Locale;

/** Runs something under another default locale, and puts the old one back. */
final class DefaultLocale {
    private DefaultLocale() {}

    static void runIn(String languageTag, Runnable action) {
        Locale before = Locale.getDefault();
        Locale.setDefault(Locale.forLanguageTag(languageTag));
        try {
            action.run();
        } finally {
            Locale.setDefault(before);
        }
    }
}
