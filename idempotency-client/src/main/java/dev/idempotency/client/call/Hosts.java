package dev.idempotency.client.call;

import java.net.URI;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The hosts that get keys. */
final class Hosts {

    private final Map<String, String> aliases = new HashMap<>();

    Hosts(Map<String, String> hosts) {
        hosts.forEach((alias, host) -> aliases.put(host.toLowerCase(Locale.ROOT), alias));
    }

    /** The alias of the host that the request goes to; empty if it was not named. */
    Optional<String> alias(URI uri) {
        String host = uri.getHost();
        if (host == null) {
            return Optional.empty();
        }
        String name = host.toLowerCase(Locale.ROOT);
        String alias = aliases.get(name + ":" + port(uri));
        return Optional.ofNullable(alias != null ? alias : aliases.get(name));
    }

    private static int port(URI uri) {
        return uri.getPort() >= 0 ? uri.getPort() : isSecure(uri.getScheme()) ? 443 : 80;
    }

    private static boolean isSecure(@Nullable String scheme) {
        return "https".equalsIgnoreCase(scheme);
    }
}
