package dev.idempotency.spring.autoconfigure;

import dev.idempotency.spring.internal.web.MethodSecurityRules;
import dev.idempotency.spring.web.ReplayAuthorizer;
import org.springframework.beans.factory.ListableBeanFactory;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** Apart, because its types are not there without Spring Security. */
@Configuration(proxyBeanMethods = false)
@ConditionalOnClass(name = "org.springframework.security.authorization.method.AuthorizationAdvisor")
class MethodSecurityConfiguration {

    @Bean
    @ConditionalOnMissingBean
    MethodSecurityRules idempotencyMethodSecurityRules(
            ListableBeanFactory beans, ObjectProvider<ReplayAuthorizer> authorizers) {
        return new MethodSecurityRules(beans, authorizers);
    }
}
