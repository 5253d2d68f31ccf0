package dev.idempotency.frameworks;

record NewPurchase(String item, Integer customer) {}
