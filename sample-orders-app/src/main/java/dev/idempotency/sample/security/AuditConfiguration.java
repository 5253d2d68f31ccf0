package dev.idempotency.sample.security;

import org.springframework.boot.actuate.audit.AuditEventRepository;
import org.springframework.boot.actuate.audit.InMemoryAuditEventRepository;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

@Configuration(proxyBeanMethods = false)
class AuditConfiguration {

    /** The last thousand events; a real application keeps them where they outlive it. */
    @Bean
    AuditEventRepository auditEvents() {
        return new InMemoryAuditEventRepository();
    }
}
