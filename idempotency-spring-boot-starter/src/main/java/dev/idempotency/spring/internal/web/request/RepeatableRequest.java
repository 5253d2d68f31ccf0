package dev.idempotency.spring.internal.web.request;

import jakarta.servlet.ServletException;
import jakarta.servlet.ServletInputStream;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletRequestWrapper;
import jakarta.servlet.http.Part;
import java.io.BufferedReader;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.Collection;
import java.util.Collections;
import java.util.Enumeration;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.springframework.core.NestedExceptionUtils;
import org.springframework.http.HttpStatus;
import org.springframework.web.server.ResponseStatusException;

/**
 * A request whose body has been read and can be read again, as a stream, a reader, the fields of a form or the parts of
 * a multipart body.
 *
 * <p>A container serves fields and parts from the connection, where there is nothing left. When they are first asked for, the
 * body is given back to it, see {@link ContainerForm}: so all of its limits hold. Where a filter further out has read the body
 * before, fields and parts are in the container already.
 */
public final class RepeatableRequest extends HttpServletRequestWrapper {

    private final BufferedBody body;
    private final Form form;
    private final int limit;
    private @Nullable ContainerForm containerForm;
    private boolean containerAsked;

    private RepeatableRequest(HttpServletRequest request, BufferedBody body, int limit) {
        super(request);
        this.body = body;
        this.form = Form.of(request, body);
        this.limit = limit;
    }

    /**
     * Reads the body.
     *
     * @param maxSize of a body, in bytes
     * @param maxUploadSize of a multipart one
     */
    public static RepeatableRequest of(HttpServletRequest request, int maxSize, int maxUploadSize, BodyMemory memory)
            throws IOException, BodyTooLargeException, BodyMemoryFullException {
        int limit = FormType.of(request) == FormType.MULTIPART ? maxUploadSize : maxSize;
        return new RepeatableRequest(request, BufferedBody.read(request, limit, memory), limit);
    }

    /** The body is not needed any longer than this dispatch or, if it goes on asynchronously, than that takes. */
    public void releaseBody() {
        body.releaseAfter(getRequest());
    }

    /** How many bytes the body may have. */
    int limit() {
        return limit;
    }

    Form form() {
        return form;
    }

    /** The body as it was sent. The caller does not change it. */
    public byte[] bytes() {
        return body().bytes();
    }

    BufferedBody body() {
        return body;
    }

    @Override
    public ServletInputStream getInputStream() {
        return new BodyStream(body.bytes());
    }

    @Override
    public BufferedReader getReader() throws IOException {
        String encoding = getCharacterEncoding();
        Charset charset = encoding == null ? StandardCharsets.ISO_8859_1 : Form.charset(encoding);
        return new BufferedReader(new InputStreamReader(getInputStream(), charset));
    }

    @Override
    public @Nullable String getParameter(String name) {
        String[] values = getParameterMap().get(name);
        return values == null ? null : values[0];
    }

    @Override
    public Map<String, String[]> getParameterMap() {
        if (!hasForm()) {
            return super.getParameterMap();
        }
        synchronized (form) {
            ContainerForm container = containerForm();
            if (container != null) {
                ContainerForm.Reading reading = container.read();
                try {
                    Map<String, String[]> parameters = super.getParameterMap();
                    if (reading.isDone()) {
                        return parameters;
                    }
                } catch (RuntimeException failure) {
                    refuseIfBrokenOff(failure);
                    throw failure;
                } finally {
                    reading.close();
                }
            }
            return form.mergedWith(super::getParameterMap);
        }
    }

    @Override
    public Enumeration<String> getParameterNames() {
        return Collections.enumeration(getParameterMap().keySet());
    }

    @Override
    public String @Nullable [] getParameterValues(String name) {
        String[] values = getParameterMap().get(name);
        return values == null ? null : values.clone();
    }

    @Override
    public Collection<Part> getParts() throws IOException, ServletException {
        if (FormType.of(this) != FormType.MULTIPART || body.isEmpty()) {
            return super.getParts();
        }
        MultipartParser.requireBoundaryOfLegalLength(getContentType());
        synchronized (form) {
            ContainerForm container = containerForm();
            if (container != null) {
                ContainerForm.Reading reading = container.read();
                try {
                    return super.getParts();
                } catch (IOException | ServletException | RuntimeException failure) {
                    refuseIfBrokenOff(failure);
                    throw failure;
                } finally {
                    reading.close();
                }
            }
        }
        MultipartParser.Parts parts = form.parts();
        ResponseStatusException refusal = form.refusal();
        if (refusal != null) {
            throw refusal;
        }
        if (parts == null) {
            throw new ServletException("The multipart body is malformed");
        }
        return List.copyOf(parts.all());
    }

    @Override
    public @Nullable Part getPart(String name) throws IOException, ServletException {
        for (Part part : getParts()) {
            if (part.getName().equals(name)) {
                return part;
            }
        }
        return null;
    }

    /** A container tells this as it tells of a connection that breaks off, which Spring would answer by an empty 200. */
    private static void refuseIfBrokenOff(Exception failure) {
        if (NestedExceptionUtils.getMostSpecificCause(failure) instanceof EOFException) {
            throw new ResponseStatusException(HttpStatus.BAD_REQUEST, "The multipart body breaks off");
        }
    }

    private boolean hasForm() {
        return !body.isEmpty() && FormType.of(this) != FormType.NONE;
    }

    private @Nullable ContainerForm containerForm() {
        if (!containerAsked) {
            containerAsked = true;
            containerForm = ContainerForm.of(this);
        }
        return containerForm;
    }
}
