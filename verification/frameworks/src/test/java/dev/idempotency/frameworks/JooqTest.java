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
    }
}
