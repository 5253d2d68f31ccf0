package dev.idempotency.outsiders.shop;

class OutOfStockException extends RuntimeException {

    private static final long serialVersionUID = 1;

    OutOfStockException(String sku) {
        super("There is no more " + sku);
    }
}
