package dev.idempotency.sample.payment;

import dev.idempotency.core.digest.Sha256;
import org.springframework.stereotype.Component;

/** The keys by which the provider knows our requests: the same for every attempt at one payment, and for no other payment. */
@Component
final class ChargeKeys {

    /** Keys of two tenants may be the same; what comes of them is not. */
    String of(String tenant, String key) {
        return Sha256.hex(tenant.length() + ":" + tenant + key);
    }
}
