package dev.idempotency.client.script;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** A request as it arrived. */
final class Seen {

    private final String line;
    private final List<String> headers;
    private final byte[] body;
    private final long arrived = System.nanoTime();

    private Seen(String line, List<String> headers, byte[] body) {
        this.line = line;
        this.headers = headers;
        this.body = body;
    }

    /** The next request, or null if there is none any more. */
    static Seen read(InputStream in) throws IOException {
        String line = line(in);
        if (line == null) {
            return null;
        }
        List<String> headers = new ArrayList<>();
        for (String header = line(in); header != null && !header.isEmpty(); header = line(in)) {
            headers.add(header);
        }
        Seen request = new Seen(line, headers, new byte[0]);
        if (!request.values("Transfer-Encoding").isEmpty()) {
            return new Seen(line, headers, chunks(in));
        }
        List<String> length = request.values("Content-Length");
        return length.isEmpty() ? request : new Seen(line, headers, in.readNBytes(Integer.parseInt(length.get(0))));
    }

    boolean isPost() {
        return line.startsWith("POST ");
    }

    List<String> values(String name) {
        String prefix = name.toLowerCase(Locale.ROOT) + ":";
        return headers.stream()
                .filter(header -> header.toLowerCase(Locale.ROOT).startsWith(prefix))
                .map(header -> header.substring(prefix.length()).strip())
                .toList();
    }

    byte[] body() {
        return body;
    }

    long arrived() {
        return arrived;
    }

    private static byte[] chunks(InputStream in) throws IOException {
        ByteArrayOutputStream body = new ByteArrayOutputStream();
        while (true) {
            String size = line(in);
            int length = size == null ? 0 : Integer.parseInt(size.strip(), 16);
            body.writeBytes(in.readNBytes(length));
            line(in);
            if (length == 0) {
                return body.toByteArray();
            }
        }
    }

    private static String line(InputStream in) throws IOException {
        ByteArrayOutputStream line = new ByteArrayOutputStream();
        for (int c = in.read(); c != '\n'; c = in.read()) {
            if (c < 0) {
                return null;
            }
            line.write(c);
        }
        return line.toString(StandardCharsets.ISO_8859_1).stripTrailing();
    }

    @Override
    public String toString() {
        return line;
    }
}
