package dev.idempotency.spring.internal.web.app;

import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.Part;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.springframework.util.MultiValueMap;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RequestPart;
import org.springframework.web.multipart.MultipartFile;

/** Every way to read a request; each answers with what it read. */
abstract class Reads {

    private final Runs runs;

    Reads(Runs runs) {
        this.runs = runs;
    }

    record Meta(String title) {}

    @PostMapping("/read/stream")
    String stream(HttpServletRequest request) throws IOException {
        runs.count(request);
        return new String(request.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    }

    @PostMapping("/read/reader")
    String reader(HttpServletRequest request) throws IOException {
        runs.count(request);
        return request.getReader().lines().collect(Collectors.joining("\n"));
    }

    @PostMapping("/read/bytes")
    String bytes(@RequestBody byte[] body, HttpServletRequest request) {
        runs.count(request);
        return Arrays.toString(body);
    }

    @PostMapping("/read/parameters")
    String parameters(HttpServletRequest request) {
        runs.count(request);
        Map<String, String> all = new TreeMap<>();
        request.getParameterMap().forEach((name, values) -> all.put(name, Arrays.toString(values)));
        return all + " " + request.getParameter("a") + " " + Arrays.toString(request.getParameterValues("b"));
    }

    @PostMapping("/read/form")
    String form(@RequestBody MultiValueMap<String, String> form, HttpServletRequest request) {
        runs.count(request);
        return new TreeMap<>(form).toString();
    }

    @PostMapping("/read/parts")
    String parts(HttpServletRequest request) throws IOException, ServletException {
        runs.count(request);
        StringBuilder all = new StringBuilder();
        for (Part part : request.getParts()) {
            all.append(part.getName())
                    .append('|')
                    .append(part.getSubmittedFileName())
                    .append('|')
                    .append(part.getContentType())
                    .append('|')
                    .append(part.getSize())
                    .append('|')
                    .append(new String(part.getInputStream().readAllBytes(), StandardCharsets.UTF_8))
                    .append('\n');
        }
        return all + request.getParameter("title");
    }

    @PostMapping("/read/files")
    String files(
            @RequestParam String title,
            @RequestParam MultipartFile file,
            @RequestPart Meta meta,
            HttpServletRequest request)
            throws IOException {
        runs.count(request);
        return title + " " + file.getOriginalFilename() + " " + file.getContentType() + " "
                + new String(file.getBytes(), StandardCharsets.UTF_8) + " " + meta;
    }
}
