package dev.idempotency.client;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.Map;

/**
 * Reads the simple members of a JSON object and of the object in its member {@code error}. It takes what is not JSON for
 * whatever it looks like, and the beginning of a document for as much as is there: its reader only looks for a few names.
 */
final class JsonMembers {

    private static final String ROOT = "";
    private static final String ARRAY = "[]";

    private final String text;
    private final Deque<String> path = new ArrayDeque<>();
    private final Map<String, String> members = new HashMap<>();
    private String name = "";
    private boolean isValue;
    private int at;

    JsonMembers(String text) {
        this.text = text;
    }

    /** By name, the members of {@code error} as {@code error.name}; strings without quotes, other values as they stand. */
    Map<String, String> read() {
        while (at < text.length()) {
            char c = text.charAt(at);
            switch (c) {
                case '{' -> open(path.isEmpty() ? ROOT : name);
                case '[' -> open(ARRAY);
                case '}', ']' -> close();
                case ':' -> {
                    isValue = true;
                    at++;
                }
                case ',' -> next();
                case '"' -> found(string());
                default -> {
                    if (Character.isWhitespace(c)) {
                        at++;
                    } else {
                        found(literal());
                    }
                }
            }
        }
        return members;
    }

    private void open(String opened) {
        path.push(opened);
        next();
    }

    private void close() {
        path.poll();
        next();
    }

    private void next() {
        isValue = false;
        name = "";
        at++;
    }

    private void found(String value) {
        if (!isValue) {
            name = value;
        } else if (path.size() == 1 && ROOT.equals(path.peek())) {
            members.putIfAbsent(name, value);
        } else if (path.size() == 2 && "error".equals(path.peek())) {
            members.putIfAbsent("error." + name, value);
        }
    }

    private String string() {
        StringBuilder value = new StringBuilder();
        at++;
        while (at < text.length() && text.charAt(at) != '"') {
            if (text.charAt(at) == '\\') {
                at++;
            }
            if (at < text.length()) {
                value.append(text.charAt(at++));
            }
        }
        at++;
        return value.toString();
    }

    private String literal() {
        int start = at;
        while (at < text.length() && ",:{}[]\" \t\r\n".indexOf(text.charAt(at)) < 0) {
            at++;
        }
        if (at == start) {
            at++;
        }
        return text.substring(start, at);
    }
}
