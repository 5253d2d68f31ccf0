package dev.idempotency.core.memory;

import dev.idempotency.core.record.Entity;
import dev.idempotency.core.record.RecordId;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import org.jspecify.annotations.Nullable;

/** Which record holds which entity. It is changed together with the record, while nobody else can change that. */
final class InMemoryEntities {

    private final ConcurrentMap<Entity, RecordId> holders = new ConcurrentHashMap<>();
    private final ConcurrentMap<RecordId, Entity> held = new ConcurrentHashMap<>();

    /** Returns false, having changed nothing, if another record holds it. */
    boolean acquire(@Nullable Entity entity, RecordId id) {
        if (entity == null) {
            return true;
        }
        RecordId holder = holders.putIfAbsent(entity, id);
        if (holder != null && !holder.equals(id)) {
            return false;
        }
        held.put(id, entity);
        return true;
    }

    /** The same, giving back what the record held before. */
    boolean exchange(@Nullable Entity entity, RecordId id) {
        Entity before = held.get(id);
        if (!acquire(entity, id)) {
            return false;
        }
        if (before != null && !before.equals(entity)) {
            holders.remove(before, id);
            if (entity == null) {
                held.remove(id);
            }
        }
        return true;
    }

    void release(RecordId id) {
        Entity entity = held.remove(id);
        if (entity != null) {
            holders.remove(entity, id);
        }
    }

    Optional<RecordId> holderOf(Entity entity) {
        return Optional.ofNullable(holders.get(entity));
    }
}
