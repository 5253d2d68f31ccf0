package dev.idempotency.spring.internal.web.app;

import dev.idempotency.spring.Idempotent;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.util.Map;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RestController;
import org.springframework.web.servlet.View;
import org.springframework.web.servlet.view.AbstractView;
import org.springframework.web.servlet.view.BeanNameViewResolver;

/** The same handlers twice: below {@code /p} they are protected, below {@code /plain} they are not. */
@Configuration(proxyBeanMethods = false)
@Import({
    AnswersConfiguration.Protected.class,
    AnswersConfiguration.Plain.class,
    AnswersConfiguration.ProtectedAsync.class,
    AnswersConfiguration.PlainAsync.class,
    AnswersConfiguration.ProtectedReads.class,
    AnswersConfiguration.PlainReads.class,
    SpecialHandlers.class,
    StreamHandlers.class,
    LargeAnswers.class
})
class AnswersConfiguration {

    @Idempotent
    @RestController
    @RequestMapping("/p")
    static class Protected extends SyncAnswers {
        Protected(Runs runs) {
            super(runs);
        }
    }

    @RestController
    @RequestMapping("/plain")
    static class Plain extends SyncAnswers {
        Plain(Runs runs) {
            super(runs);
        }
    }

    @Idempotent
    @RestController
    @RequestMapping("/p")
    static class ProtectedAsync extends AsyncAnswers {
        ProtectedAsync(Runs runs) {
            super(runs);
        }
    }

    @RestController
    @RequestMapping("/plain")
    static class PlainAsync extends AsyncAnswers {
        PlainAsync(Runs runs) {
            super(runs);
        }
    }

    @Idempotent
    @RestController
    @RequestMapping("/p")
    static class ProtectedReads extends Reads {
        ProtectedReads(Runs runs) {
            super(runs);
        }
    }

    @RestController
    @RequestMapping("/plain")
    static class PlainReads extends Reads {
        PlainReads(Runs runs) {
            super(runs);
        }
    }

    @Bean
    BeanNameViewResolver byName() {
        BeanNameViewResolver resolver = new BeanNameViewResolver();
        resolver.setOrder(0);
        return resolver;
    }

    @Bean
    View page() {
        return new AbstractView() {
            @Override
            protected void renderMergedOutputModel(
                    Map<String, Object> model, HttpServletRequest request, HttpServletResponse response)
                    throws Exception {
                response.setContentType("text/html;charset=UTF-8");
                response.getWriter().write("<p>Grüße, " + model.get("name") + "</p>");
                response.getWriter().flush();
            }
        };
    }
}
