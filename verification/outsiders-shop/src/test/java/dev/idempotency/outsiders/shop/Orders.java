package dev.idempotency.outsiders.shop;

import java.util.List;
import org.springframework.data.jpa.repository.JpaRepository;

interface Orders extends JpaRepository<Order, Long> {

    List<Order> findByCustomerOrderById(String customer);
}
