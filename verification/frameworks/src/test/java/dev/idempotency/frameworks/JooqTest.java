package dev.idempotency.frameworks;

import static org.jooq.impl.DSL.field;
import static org.jooq.impl.DSL.table;

import org.jooq.DSLContext;
import org.springframework.stereotype.Repository;

class JooqTest extends StatementContract {

    JooqTest() {
        super(JooqPurchases.class);
    }

    @Repository
    static class JooqPurchases implements Purchases {

        private final DSLContext jooq;

        JooqPurchases(DSLContext jooq) {
            this.jooq = jooq;
        }

        @Override
        public void add(String item, Integer customer) {
            jooq.insertInto(table("purchase"), field("item"), field("customer"))
                    .values(item, customer)
                    .execute();
        }

        @Override
        public String isolation() {
            return jooq.fetchValue("SHOW transaction_isolation").toString();
        }

        @Override
        public long count() {
            return jooq.fetchCount(table("purchase"));
        }

        @Override
        public void sleep() {
            jooq.fetch("SELECT 1 FROM pg_sleep(30)");
        }
    }
}
