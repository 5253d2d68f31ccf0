CREATE TABLE orders (id bigint PRIMARY KEY);
