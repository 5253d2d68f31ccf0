package dev.idempotency.outsiders.catalogue;

import org.springframework.data.repository.CrudRepository;

/** Served under /books. */
public interface Books extends CrudRepository<Book, Long> {}
