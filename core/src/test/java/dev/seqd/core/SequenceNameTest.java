package dev.seqd.core;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.nio.charset.StandardCharsets;
import java.text.Normalizer;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.StringLength;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class SequenceNameTest {
    /** A letter of four bytes in UTF-8 and two chars in Java: Gothic ahsa. */
    private static final String FOUR_BYTES = "\uD800\uDF30";

    @ParameterizedTest
    @ValueSource(
            strings = {
                "a",
                "orders_seq",
                "7",
                "billing:orders",
                "a.b-c$d#e:f@g",
                "-",
                "_",
                "a..b",
                "Größe",
                "注文",
                "заказ",
                "٣",
                "é",
                "I",
                "İ",
                "ı"
            })
    void construct_lettersDigitsAndAllowedPunctuation_keepsTheNameAsItIs(String name) {
        assertThat(new SequenceName(name).value()).isEqualTo(name);
        assertThat(new SequenceName(name)).hasToString(name);
    }

    @ParameterizedTest
    @CsvSource({
        "a/b, U+002F",
        "a b, U+0020",
        "a+b, U+002B",
        "a|b, U+007C",
        "a%2Fb, U+0025",
        "a\\b, U+005C",
        "'a\"b', U+0022",
        "a?b, U+003F",
        "a\u0000b, U+0000",
        "a\u0085b, U+0085",
        "a\u00A0b, U+00A0",
        "a\u200Bb, U+200B",
        "a\u202Eb, U+202E",
        "a\uFEFFb, U+FEFF",
        "\uD83D\uDE00, U+1F600"
    })
    void construct_otherCharacter_refusedNamingIt(String name, String character) {
        refused(name, "a sequence name may hold letters, digits and _.-$#:@ only, not the character " + character);
    }

    @ParameterizedTest
    @ValueSource(strings = {"\uD800", "a\uD800", "\uDC00b", "\uDF30\uD800"})
    void construct_loneSurrogate_refused(String name) {
        assertThatExceptionOfType(SeqdException.class)
                .isThrownBy(() -> new SequenceName(name))
                .matches(e -> e.error() == SeqdError.INVALID_NAME);
    }

    @Test
    void construct_spaceAtAnEnd_refused() {
        refused("orders ", "a sequence name may hold letters, digits and _.-$#:@ only, not the character U+0020");
        refused(" orders", "a sequence name may hold letters, digits and _.-$#:@ only, not the character U+0020");
    }

    @Test
    void construct_empty_refused() {
        refused("", "a sequence name must not be empty");
    }

    @ParameterizedTest
    @ValueSource(strings = {".", "..", ".orders"})
    void construct_leadingDot_refused(String name) {
        refused(name, "a sequence name must not start with '.'");
    }

    @Test
    void construct_decomposedLetter_refused() {
        refused("e\u0301", "a sequence name may hold letters, digits and _.-$#:@ only, not the character U+0301");
        refused("\u212A", "a sequence name must be in Unicode normal form C");
    }

    @Test
    void construct_upToTwoHundredBytes_accepted() {
        assertThat(new SequenceName("a".repeat(200)).value()).hasSize(200);
        assertThat(new SequenceName("é".repeat(100)).value()).hasSize(100);
        assertThat(new SequenceName(FOUR_BYTES.repeat(50)).value()).hasSize(100);
    }

    @Test
    void construct_moreThanTwoHundred_refusedWithWhatIsTooMany() {
        refused("a".repeat(201), "a sequence name must have at most 200 characters, this one has 201");
        refused("a".repeat(10_000), "a sequence name must have at most 200 characters, this one has 10000");
        refused("é".repeat(101), "a sequence name must have at most 200 bytes in UTF-8, this one has 202");
        refused(FOUR_BYTES.repeat(51), "a sequence name must have at most 200 bytes in UTF-8, this one has 204");
        refused(FOUR_BYTES.repeat(101), "a sequence name must have at most 200 bytes in UTF-8, this one has 404");
    }

    @Test
    void equals_otherCaseOrDottedI_isAnotherName() {
        assertThat(new SequenceName("orders"))
                .isNotEqualTo(new SequenceName("Orders"))
                .isNotEqualTo(new SequenceName("ORDERS"));
        assertThat(new SequenceName("I"))
                .isNotEqualTo(new SequenceName("i"))
                .isNotEqualTo(new SequenceName("İ"))
                .isNotEqualTo(new SequenceName("ı"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"tr-TR", "ar-EG", "fa-IR", "th-TH-u-nu-thai", "hi-IN-u-nu-deva", "ar-EG-u-nu-arab"})
    void construct_otherDefaultLocale_sameRuleAndText(String locale) {
        DefaultLocale.runIn(locale, () -> {
            assertThat(new SequenceName("ORDERS_I")).isNotEqualTo(new SequenceName("orders_i"));
            refused("a/b", "a sequence name may hold letters, digits and _.-$#:@ only, not the character U+002F");
            refused("a".repeat(201), "a sequence name must have at most 200 characters, this one has 201");
        });
    }

    @Property
    void construct_anyText_acceptedNamesNeedNoEscapingInTextAndKeys(@ForAll @StringLength(max = 210) String text) {
        SequenceName name;
        try {
            name = new SequenceName(text);
        } catch (SeqdException e) {
            assertThat(e.error()).isEqualTo(SeqdError.INVALID_NAME);
            return;
        }
        byte[] bytes = name.value().getBytes(StandardCharsets.UTF_8);
        assertThat(new String(bytes, StandardCharsets.UTF_8)).isEqualTo(text);
        assertThat(bytes.length).isBetween(1, 200);
        assertThat(Normalizer.normalize(text, Normalizer.Form.NFC)).isEqualTo(text);
        assertThat(text).doesNotContain("|", "/", "\u0000", " ", "%").doesNotStartWith(".");
    }

    @Test
    void compareTo_twoNames_ordersThem() {
        assertThat(new SequenceName("a")).isLessThan(new SequenceName("b"));
        assertThat(new SequenceName("B")).isLessThan(new SequenceName("a"));
    }

    private static void refused(String name, String text) {
        assertThatExceptionOfType(SeqdException.class)
                .isThrownBy(() -> new SequenceName(name))
                .withMessage(text)
                .matches(e -> e.error() == SeqdError.INVALID_NAME && e.sqlState() == null);
    }
}
