CREATE TABLE shop_order (
    id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    customer varchar(100) NOT NULL,
    sku varchar(100) NOT NULL,
    quantity integer NOT NULL
);

CREATE TABLE document (
    id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    order_id bigint NOT NULL,
    title varchar(200) NOT NULL,
    content bytea NOT NULL
);
