package dev.idempotency.core.template;

import dev.idempotency.core.atrest.StoredKeyMapper;
import dev.idempotency.core.engine.IdempotencyEngine;
import dev.idempotency.core.key.IdempotencyKey;
import dev.idempotency.core.memory.InMemoryStore;
import dev.idempotency.core.outcome.StandardExceptionOutcomes;
import dev.idempotency.core.record.IdempotencyRecord;
import dev.idempotency.core.record.RecordId;
import dev.idempotency.core.scope.Scope;
import java.lang.reflect.Type;
import java.time.Clock;
import java.util.concurrent.atomic.AtomicInteger;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.json.JsonMapper;

/** A template on a store in memory. */
abstract class TemplateFixture {

    /** What work comes to here. */
    record Receipt(String id, long cents) {}

    static final Receipt RECEIPT = new Receipt("r-1", 4711);

    final InMemoryStore store = new InMemoryStore(Clock.systemUTC(), 1_000);
    final AtomicInteger runs = new AtomicInteger();
    final IdempotencyTemplate template = template(new JsonCodec(), TemplateSettings.defaults());

    IdempotencyTemplate template(ValueCodec codec, TemplateSettings settings) {
        return template(codec, settings, RunBinding.NONE, StoredKeyMapper.PLAIN);
    }

    IdempotencyTemplate template(
            ValueCodec codec, TemplateSettings settings, RunBinding binding, StoredKeyMapper naming) {
        return new IdempotencyTemplate(
                new LeasesOnly(new IdempotencyEngine(store)),
                codec,
                new StandardExceptionOutcomes(),
                naming,
                binding,
                settings);
    }

    Execution booking(String key) {
        return template.operation("book-invoice").key(key).lease();
    }

    Receipt book() {
        runs.incrementAndGet();
        return RECEIPT;
    }

    IdempotencyRecord record(String key) {
        return store.find(id(key)).orElseThrow();
    }

    static RecordId id(String key) {
        return new RecordId(Scope.of("o:book-invoice"), new IdempotencyKey(key));
    }

    record LeasesOnly(IdempotencyEngine leased) implements RunEngines {

        @Override
        public IdempotencyEngine transactional(String transactionManager) {
            throw new IllegalStateException("no transactions here, nor " + transactionManager);
        }

        @Override
        public IdempotencyEngine joined(String transactionManager) {
            throw new IllegalStateException("no transactions to join here, nor " + transactionManager);
        }
    }

    static final class JsonCodec implements ValueCodec {

        private final JsonMapper json = JsonMapper.builder()
                .enable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES)
                .build();

        @Override
        public byte[] write(Object value, Type type) {
            return json.writerFor(json.constructType(type)).writeValueAsBytes(value);
        }

        @Override
        public Object read(byte[] value, Type type) {
            return json.readValue(value, json.constructType(type));
        }
    }
}
