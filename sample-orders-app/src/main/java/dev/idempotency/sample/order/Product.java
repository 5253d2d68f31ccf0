package dev.idempotency.sample.order;

/** Something that can be ordered. */
record Product(String sku, int unitsPerParcel) {

    int parcelsFor(int quantity) {
        return (quantity + unitsPerParcel - 1) / unitsPerParcel;
    }
}
