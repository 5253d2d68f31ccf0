INSERT INTO products (sku, name, units_per_parcel)
VALUES ('book', 'A book', 4),
       ('pen', 'A pen', 50),
       ('lamp', 'A lamp', 1),
       ('turtle', 'A turtle, which is slow', 1),
       -- Nothing fits into such a parcel: the division by it fails when the order has already been written.
       ('bomb', 'A bomb, which goes off', 0);

-- Turtles have to be found first.
CREATE FUNCTION wait_for_turtle() RETURNS trigger
    LANGUAGE plpgsql AS
$$
BEGIN
    PERFORM pg_sleep(2);
    RETURN NEW;
END
$$;

CREATE TRIGGER turtles_are_slow
    BEFORE INSERT
    ON stock_reservations
    FOR EACH ROW
    WHEN (NEW.sku = 'turtle')
EXECUTE FUNCTION wait_for_turtle();
