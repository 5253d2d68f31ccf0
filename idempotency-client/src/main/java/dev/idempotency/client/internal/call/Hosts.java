package dev.idempotency.client.internal.call;

import java.net.URI;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** The hosts that get keys. Their names are read by ourselves, as {@link URI#getHost} knows none with an underscore in it. */
final class Hosts {

    private static final Pattern WITH_PORT = Pattern.compile("(.*):([0-9]+)");

    private final Map<String, String> aliases = new HashMap<>();

    Hosts(Map<String, String> hosts) {
        hosts.forEach((alias, host) -> aliases.put(host.toLowerCase(Locale.ROOT), alias));
    }

    /** The alias of the host that the request goes to; empty if it was not named. */
    Optional<String> alias(URI uri) {
        String authority = uri.getRawAuthority();
        if (authority == null || aliases.isEmpty()) {
            return Optional.empty();
        }
        String host = authority.substring(authority.lastIndexOf('@') + 1).toLowerCase(Locale.ROOT);
        Matcher withPort = WITH_PORT.matcher(host);
        boolean hasPort = withPort.matches();
        String name = hasPort ? withPort.group(1) : host;
        String alias = aliases.get(name + ":" + (hasPort ? withPort.group(2) : defaultPort(uri.getScheme())));
        return Optional.ofNullable(alias != null ? alias : aliases.get(name));
    }

    private static int defaultPort(@Nullable String scheme) {
        return "https".equalsIgnoreCase(scheme) ? 443 : 80;
    }
}
