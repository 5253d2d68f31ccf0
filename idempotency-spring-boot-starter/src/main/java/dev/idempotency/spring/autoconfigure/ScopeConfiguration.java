package dev.idempotency.spring.autoconfigure;

import dev.idempotency.spring.IdempotencyConfigurationException;
import dev.idempotency.spring.scope.CallerScopeResolver;
import dev.idempotency.spring.scope.ClaimTenantSource;
import dev.idempotency.spring.scope.ScopeResolver;
import dev.idempotency.spring.scope.TenantSource;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnProperty;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.core.io.ResourceLoader;
import org.springframework.util.ClassUtils;

/** Whose keys they are. */
@Configuration(proxyBeanMethods = false)
class ScopeConfiguration {

    private static final Logger log = LoggerFactory.getLogger(ScopeConfiguration.class);
    private static final String AUTHENTICATION = "org.springframework.security.core.Authentication";

    @Bean
    @ConditionalOnMissingBean
    ScopeResolver idempotencyScopeResolver(
            IdempotencyProperties properties, ObjectProvider<TenantSource> tenants, ResourceLoader resources) {
        ScopeProperties scope = properties.scope();
        TenantSource tenant = tenants.getIfAvailable();
        if (scope.tenantClaim() != null && tenant == null) {
            throw new IdempotencyConfigurationException(
                    "idempotency.scope.tenant-claim is set, but Spring Security's OAuth 2.0 support is not on the class path,"
                            + " so that no caller has claims.",
                    "Add spring-boot-starter-oauth2-resource-server, or use 'idempotency.scope.tenant-attribute', or define a"
                            + " bean of type TenantSource or ScopeResolver.");
        }
        boolean authenticates = ClassUtils.isPresent(AUTHENTICATION, resources.getClassLoader());
        if (!authenticates && tenant == null) {
            warnIfShared(scope);
        }
        return new CallerScopeResolver(scope.sharedName(), tenant, scope.tenantWide());
    }

    private static void warnIfShared(ScopeProperties scope) {
        if (scope.sharedName() != null) {
            log.warn(
                    "Nothing authenticates callers (Spring Security is not on the class path), so all of them share one"
                            + " scope of idempotency keys: whoever sends another's key and request is given the other's answer."
                            + " Define a ScopeResolver bean, or set 'idempotency.scope.on-anonymous: refuse'");
        }
    }

    @Bean
    @ConditionalOnProperty("idempotency.scope.tenant-attribute")
    @ConditionalOnMissingBean
    TenantSource idempotencyTenantAttribute(IdempotencyProperties properties) {
        String attribute = properties.scope().tenantAttribute();
        return TenantSource.attribute(attribute == null ? "" : attribute);
    }

    /** Apart, because its types are not there without Spring Security. */
    @Configuration(proxyBeanMethods = false)
    @ConditionalOnClass(name = {"org.springframework.security.oauth2.core.ClaimAccessor", AUTHENTICATION})
    @ConditionalOnProperty("idempotency.scope.tenant-claim")
    static class TenantClaimConfiguration {

        @Bean
        @ConditionalOnMissingBean(TenantSource.class)
        ClaimTenantSource idempotencyTenantClaim(IdempotencyProperties properties) {
            String claim = properties.scope().tenantClaim();
            return new ClaimTenantSource(claim == null ? "" : claim);
        }
    }
}
