package dev.idempotency.sample.shipment;

import jakarta.validation.constraints.NotBlank;
import jakarta.validation.constraints.Size;

/** Who is to carry an order. */
record NewShipment(
        @NotBlank(message = "carrier must not be blank") @Size(max = 100, message = "carrier must be at most 100 characters long") String carrier) {}
