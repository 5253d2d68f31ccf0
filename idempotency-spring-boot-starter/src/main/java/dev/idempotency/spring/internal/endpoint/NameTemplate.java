package dev.idempotency.spring.internal.endpoint;

import dev.idempotency.core.internal.digest.Sha256;
import dev.idempotency.core.internal.fingerprint.json.JsonPointer;
import jakarta.servlet.http.HttpServletRequest;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.springframework.core.DefaultParameterNameDiscoverer;
import org.springframework.core.MethodParameter;
import org.springframework.core.convert.ConversionException;
import org.springframework.core.convert.ConversionService;
import org.springframework.core.convert.TypeDescriptor;
import org.springframework.format.support.DefaultFormattingConversionService;
import org.springframework.util.StringUtils;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.method.HandlerMethod;
import org.springframework.web.util.ServletRequestPathUtils;
import org.springframework.web.util.pattern.PathPattern;
import org.springframework.web.util.pattern.PathPatternParser;

/**
 * The name of what a request is about, such as <code>refund:{id}</code>: a text in which variables of the route stand.
 *
 * <p>Where the handler takes a variable as something else than text, the name has the text of that: {@code 7}, {@code 07} and
 * {@code +7} are one number to a handler, and must not be three names. A client would otherwise choose among them.
 */
public final class NameTemplate {

    private static final int MAX_LENGTH = 255;
    private static final Pattern PART = Pattern.compile("\\{([^{}]*)}|([^{}]+)|(.)", Pattern.DOTALL);
    private static final String BODY = "body:";
    private static final Pattern VARIABLE_OF_ROUTE = Pattern.compile("\\{\\*?([^:{}]+)(?::(?:[^{}]|\\{[^{}]*})*)?}");
    private static final ConversionService CONVERSIONS = new DefaultFormattingConversionService();

    private final List<Part> parts;
    private final PathPattern route;

    private NameTemplate(List<Part> parts, PathPattern route) {
        this.parts = parts;
        this.route = route;
    }

    /**
     * Reads a template.
     *
     * @param route the pattern of the endpoint's route
     * @param handler that takes its requests; null where it is no method
     * @throws IllegalArgumentException if it is malformed, or names a variable that the route does not have
     */
    public static NameTemplate parse(String template, String route, @Nullable HandlerMethod handler) {
        Map<String, TypeDescriptor> types = handler == null ? Map.of() : types(handler);
        List<String> variables = VARIABLE_OF_ROUTE
                .matcher(route)
                .results()
                .map(found -> found.group(1))
                .toList();
        List<Part> parts = new ArrayList<>();
        Matcher matcher = PART.matcher(template);
        while (matcher.find()) {
            String variable = matcher.group(1);
            if (matcher.group(3) != null) {
                throw new IllegalArgumentException("'" + template + "' has a brace without its other half");
            }
            if (variable != null && variable.startsWith(BODY)) {
                parts.add(new Part("", null, null, JsonPointer.parse(variable.substring(BODY.length()))));
                continue;
            }
            if (variable != null && !variables.contains(variable)) {
                throw new IllegalArgumentException(
                        "'%s' names {%s}, but the route %s has %s".formatted(template, variable, route, variables));
            }
            parts.add(
                    variable == null
                            ? new Part(matcher.group(2), null, null, null)
                            : new Part("", variable, types.get(variable), null));
        }
        PathPatternParser parser = new PathPatternParser();
        parser.setCaseSensitive(false);
        return new NameTemplate(parts, parser.parse(route));
    }

    private static Map<String, TypeDescriptor> types(HandlerMethod handler) {
        Map<String, TypeDescriptor> types = new LinkedHashMap<>();
        for (MethodParameter parameter : handler.getMethodParameters()) {
            PathVariable variable = parameter.getParameterAnnotation(PathVariable.class);
            if (variable == null) {
                continue;
            }
            parameter.initParameterNameDiscovery(new DefaultParameterNameDiscoverer());
            String name = StringUtils.hasText(variable.value()) ? variable.value() : parameter.getParameterName();
            if (name != null) {
                types.put(name, new TypeDescriptor(parameter.nestedIfOptional()));
            }
        }
        return types;
    }

    /** Whether it has values of the body. */
    public boolean readsBody() {
        return parts.stream().anyMatch(part -> part.pointer() != null);
    }

    /**
     * The name for this request; empty if it is not about anything that the handler could take.
     *
     * @param body of the request
     */
    public Optional<String> nameFor(HttpServletRequest request, byte[] body) {
        PathPattern.PathMatchInfo matched =
                route.matchAndExtract(ServletRequestPathUtils.parse(request).pathWithinApplication());
        if (matched == null) {
            return Optional.empty();
        }
        StringBuilder name = new StringBuilder();
        for (Part part : parts) {
            String text = part.text(matched.getUriVariables(), body);
            if (text == null) {
                return Optional.empty();
            }
            name.append(text);
        }
        return name.toString().isBlank() ? Optional.empty() : Optional.of(storable(name.toString()));
    }

    /** What is too long, or no text that every store keeps, is replaced by its hash. */
    private static String storable(String name) {
        boolean isText = name.codePoints()
                .noneMatch(c -> Character.isISOControl(c) || Character.getType(c) == Character.SURROGATE);
        return isText && name.length() <= MAX_LENGTH ? name : "sha256:" + Sha256.hex(name);
    }

    /**
     * A part of a template.
     *
     * @param variable the name of a variable; null for a text
     * @param type as which the handler takes the variable; null if that is not known
     * @param pointer to a value of the body; null for anything else
     */
    private record Part(
            String text,
            @Nullable String variable,
            @Nullable TypeDescriptor type,
            @Nullable JsonPointer pointer) {

        @Nullable String text(Map<String, String> variables, byte[] body) {
            if (pointer != null) {
                return pointer.textIn(body).orElse(null);
            }
            if (variable == null) {
                return text;
            }
            String value = variables.get(variable);
            return value == null || type == null ? value : normal(value, type);
        }

        /** Null for what the handler cannot take: it is never called then. */
        private static @Nullable String normal(String value, TypeDescriptor type) {
            TypeDescriptor given = TypeDescriptor.valueOf(String.class);
            if (type.getType() == String.class || !CONVERSIONS.canConvert(given, type)) {
                return value;
            }
            try {
                Object converted = CONVERSIONS.convert(value, given, type);
                return converted == null ? null : converted.toString();
            } catch (ConversionException notTaken) {
                return null;
            }
        }
    }
}
