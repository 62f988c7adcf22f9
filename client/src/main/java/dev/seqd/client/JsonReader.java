package dev.seqd.client;

import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.CodingErrorAction;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * A strict reader (RFC 8259) for one small JSON object, so that the client needs no JSON library. It refuses repeated
 * names, unpaired surrogates and nesting deeper than {@value #MAX_DEPTH}. Used once.
 */
final class JsonReader {
    private static final int MAX_DEPTH = 16;
    private static final int MAX_DIGITS = 20;
    private static final int HEX = 16;

    private final String text;
    private int at;

    JsonReader(byte[] utf8) {
        this.text = decode(utf8);
    }

    private static String decode(byte[] utf8) {
        try {
            return StandardCharsets.UTF_8
                    .newDecoder()
                    .onMalformedInput(CodingErrorAction.REPORT)
                    .onUnmappableCharacter(CodingErrorAction.REPORT)
                    .decode(ByteBuffer.wrap(utf8))
                    .toString();
        } catch (CharacterCodingException e) {
            throw new BadAnswerException("the answer is no JSON: it is not in UTF-8", e);
        }
    }

    JsonObject document() {
        skipSpace();
        JsonObject object = object(1);
        skipSpace();
        if (at < text.length()) {
            throw malformed("something follows the object");
        }
        return object;
    }

    private JsonObject object(int depth) {
        Map<String, Object> fields = new HashMap<>();
        Set<String> names = new HashSet<>();
        expect('{');
        if (next('}')) {
            return new JsonObject(fields);
        }
        do {
            skipSpace();
            String name = string();
            if (!names.add(name)) {
                throw malformed("a name is repeated");
            }
            skipSpace();
            expect(':');
            field(fields, name, depth);
        } while (next(','));
        expect('}');
        return new JsonObject(fields);
    }

    private void field(Map<String, Object> fields, String name, int depth) {
        skipSpace();
        switch (peek()) {
            case '"' -> fields.put(name, string());
            case 't' -> fields.put(name, literal("true", true));
            case 'f' -> fields.put(name, literal("false", false));
            case 'n' -> literal("null", false);
            case '{', '[' -> fields.put(name, nested(depth + 1));
            default -> number(fields, name);
        }
    }

    private Object nested(int depth) {
        if (depth > MAX_DEPTH) {
            throw malformed("it is nested too deeply");
        }
        return peek() == '{' ? object(depth) : list(depth);
    }

    /** Reads a list and keeps what is more than null in it. */
    private List<Object> list(int depth) {
        List<Object> elements = new ArrayList<>();
        expect('[');
        if (next(']')) {
            return elements;
        }
        do {
            Map<String, Object> element = new HashMap<>();
            field(element, "", depth);
            elements.addAll(element.values());
        } while (next(','));
        expect(']');
        return elements;
    }

    private boolean literal(String word, boolean value) {
        if (!text.startsWith(word, at)) {
            throw malformed("an unknown word");
        }
        at += word.length();
        return value;
    }

    /** Reads a number and keeps it if it is a 64-bit integer. */
    private void number(Map<String, Object> fields, String name) {
        int from = at;
        skip('-');
        if (!skip('0')) {
            digits();
        }
        boolean fraction = skip('.');
        if (fraction) {
            digits();
        }
        boolean exponent = skip('e') || skip('E');
        if (exponent) {
            boolean unused = skip('+') || skip('-');
            digits();
        }
        if (!fraction && !exponent && at - from <= MAX_DIGITS) {
            keepInteger(fields, name, text.substring(from, at));
        }
    }

    private static void keepInteger(Map<String, Object> fields, String name, String digits) {
        try {
            fields.put(name, Long.parseLong(digits));
        } catch (NumberFormatException e) {
            fields.remove(name);
        }
    }

    private void digits() {
        int from = at;
        while (at < text.length() && text.charAt(at) >= '0' && text.charAt(at) <= '9') {
            at++;
        }
        if (at == from) {
            throw malformed("a value is expected");
        }
    }

    private String string() {
        expect('"');
        StringBuilder value = new StringBuilder();
        while (true) {
            char c = take();
            if (c == '"') {
                return paired(value.toString());
            }
            if (c < ' ') {
                throw malformed("a control character in a string");
            }
            value.append(c == '\\' ? escaped() : c);
        }
    }

    private char escaped() {
        char c = take();
        return switch (c) {
            case '"', '\\', '/' -> c;
            case 'b' -> '\b';
            case 'f' -> '\f';
            case 'n' -> '\n';
            case 'r' -> '\r';
            case 't' -> '\t';
            case 'u' -> unicode();
            default -> throw malformed("an unknown escape");
        };
    }

    private char unicode() {
        int value = 0;
        for (int i = 0; i < 4; i++) {
            char c = take();
            int digit = c < 128 ? Character.digit(c, HEX) : -1;
            if (digit < 0) {
                throw malformed("an incomplete \\u escape");
            }
            value = value * HEX + digit;
        }
        return (char) value;
    }

    private String paired(String value) {
        if (!StandardCharsets.UTF_8.newEncoder().canEncode(value)) {
            throw malformed("half of a surrogate pair");
        }
        return value;
    }

    /** Whether the next sign of the structure is {@code c}, which is then consumed. */
    private boolean next(char c) {
        skipSpace();
        return skip(c);
    }

    private boolean skip(char c) {
        boolean there = at < text.length() && text.charAt(at) == c;
        if (there) {
            at++;
        }
        return there;
    }

    private void expect(char c) {
        if (!skip(c)) {
            throw malformed("'" + c + "' is expected");
        }
    }

    private char peek() {
        if (at >= text.length()) {
            throw malformed("it ends too early");
        }
        return text.charAt(at);
    }

    private char take() {
        char c = peek();
        at++;
        return c;
    }

    private void skipSpace() {
        while (at < text.length() && " \t\n\r".indexOf(text.charAt(at)) >= 0) {
            at++;
        }
    }

    private BadAnswerException malformed(String what) {
        return new BadAnswerException("the answer is no JSON object of ours: " + what + " at character " + at);
    }
}
