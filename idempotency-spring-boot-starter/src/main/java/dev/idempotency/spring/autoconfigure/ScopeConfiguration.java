package dev.idempotency.spring.autoconfigure;

import dev.idempotency.spring.IdempotencyConfigurationException;
import dev.idempotency.spring.endpoint.Endpoints;
import dev.idempotency.spring.internal.scope.CallerScopeResolver;
import dev.idempotency.spring.internal.scope.ClaimTenantSource;
import dev.idempotency.spring.scope.ScopeResolver;
import dev.idempotency.spring.scope.TenantSource;
import org.springframework.beans.factory.ListableBeanFactory;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.LazyInitializationExcludeFilter;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnProperty;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** Finds the scope of a request. */
@Configuration(proxyBeanMethods = false)
class ScopeConfiguration {

    private static final String AUTHENTICATION = "org.springframework.security.core.Authentication";

    @Bean
    @ConditionalOnMissingBean
    ScopeResolver idempotencyScopeResolver(
            IdempotencyProperties properties, ObjectProvider<TenantSource> tenants, ListableBeanFactory beans) {
        ScopeProperties scope = properties.scope();
        TenantSource tenant = tenants.getIfAvailable();
        if (scope.tenantClaim() != null && tenant == null) {
            throw new IdempotencyConfigurationException(
                    "idempotency.scope.tenant-claim is set, but Spring Security's OAuth 2.0 support is not on the class path,"
                            + " so that no caller has claims.",
                    "Add spring-boot-starter-oauth2-resource-server, or use 'idempotency.scope.tenant-attribute', or define a"
                            + " bean of type TenantSource or ScopeResolver.");
        }
        return new CallerScopeResolver(scope.sharedName(SpringSecurity.isActive(beans)), tenant, scope.tenantWide());
    }

    @Bean
    AnonymousAccess idempotencyAnonymousAccess(
            ListableBeanFactory beans, Endpoints endpoints, IdempotencyProperties properties) {
        return new AnonymousAccess(beans, endpoints, properties.scope());
    }

    /** No other bean needs it; it does its work when it is made. */
    @Bean
    static LazyInitializationExcludeFilter idempotencyAnonymousAccessIsNotLazy() {
        return LazyInitializationExcludeFilter.forBeanTypes(AnonymousAccess.class);
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

        /** Apart again: an application may have Spring Security's tokens without its filters. */
        @Configuration(proxyBeanMethods = false)
        @ConditionalOnClass(name = "org.springframework.security.web.FilterChainProxy")
        static class AuditConfiguration {

            @Bean
            TenantClaimAudit idempotencyTenantClaimAudit(ListableBeanFactory beans, IdempotencyProperties properties) {
                String claim = properties.scope().tenantClaim();
                return new TenantClaimAudit(beans, claim == null ? "" : claim);
            }
        }
    }
}
