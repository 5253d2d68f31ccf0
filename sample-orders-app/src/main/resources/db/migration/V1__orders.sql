CREATE TABLE products (
    sku              text PRIMARY KEY,
    name             text    NOT NULL,
    units_per_parcel integer NOT NULL
);

CREATE TABLE orders (
    id        bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    tenant    text        NOT NULL,
    sku       text        NOT NULL REFERENCES products,
    quantity  integer     NOT NULL CHECK (quantity > 0),
    note      text,
    placed_at timestamptz NOT NULL DEFAULT clock_timestamp()
);

CREATE INDEX orders_by_tenant ON orders (tenant, id);

CREATE TABLE stock_reservations (
    order_id bigint PRIMARY KEY REFERENCES orders,
    sku      text    NOT NULL REFERENCES products,
    quantity integer NOT NULL CHECK (quantity > 0),
    parcels  integer NOT NULL CHECK (parcels > 0)
);
