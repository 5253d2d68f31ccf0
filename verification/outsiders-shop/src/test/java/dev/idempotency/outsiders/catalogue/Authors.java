package dev.idempotency.outsiders.catalogue;

import org.springframework.data.repository.CrudRepository;

/** Served under /authors. */
public interface Authors extends CrudRepository<Author, Long> {}
