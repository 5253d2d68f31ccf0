-- One row for a shipment, however often it was tried: its key is made of that of the request.
CREATE TABLE shipments (
    id           bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    shipment_key text        NOT NULL UNIQUE,
    order_id     bigint      NOT NULL REFERENCES orders,
    carrier      text        NOT NULL,
    shipped_at   timestamptz NOT NULL DEFAULT clock_timestamp()
);

CREATE INDEX shipments_by_order ON shipments (order_id, id);

-- Nothing here keeps an order from being refunded twice: that is what an action is for.
CREATE TABLE refunds (
    id           bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    order_id     bigint      NOT NULL REFERENCES orders,
    amount_cents bigint      NOT NULL CHECK (amount_cents > 0),
    refunded_at  timestamptz NOT NULL DEFAULT clock_timestamp()
);

CREATE INDEX refunds_by_order ON refunds (order_id, id);
