CREATE TABLE orders_of_the_application (id bigint PRIMARY KEY);
