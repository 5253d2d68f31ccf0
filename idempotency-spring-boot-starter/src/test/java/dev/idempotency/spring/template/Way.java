package dev.idempotency.spring.template;

import dev.idempotency.core.template.Execution;
import dev.idempotency.core.template.KeyedOperation;
import java.util.function.Supplier;

/** The three ways in which a call and its record are kept together. */
enum Way {
    LEASE {
        @Override
        Execution of(KeyedOperation call) {
            return call.lease();
        }
    },
    TRANSACTIONAL {
        @Override
        Execution of(KeyedOperation call) {
            return call.transactional();
        }
    },
    JOINING {
        @Override
        Execution of(KeyedOperation call) {
            return call.joining();
        }

        @Override
        <R> R around(TemplateApplication application, Supplier<R> caller) {
            return application.inTransaction(caller);
        }
    };

    abstract Execution of(KeyedOperation call);

    /** What the caller has around the call. */
    <R> R around(TemplateApplication application, Supplier<R> caller) {
        return caller.get();
    }
}
