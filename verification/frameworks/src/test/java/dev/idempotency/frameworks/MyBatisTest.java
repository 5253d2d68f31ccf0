package dev.idempotency.frameworks;

import org.apache.ibatis.annotations.Insert;
import org.apache.ibatis.annotations.Param;
import org.apache.ibatis.annotations.Select;
import org.apache.ibatis.session.SqlSessionFactory;
import org.mybatis.spring.mapper.MapperFactoryBean;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

class MyBatisTest extends StatementContract {

    MyBatisTest() {
        super(Mappers.class);
    }

    /** By hand, as scanning would find the mapper for all applications of this package. */
    @Configuration(proxyBeanMethods = false)
    static class Mappers {

        @Bean
        MapperFactoryBean<MyBatisPurchases> purchases(SqlSessionFactory sessions) {
            MapperFactoryBean<MyBatisPurchases> mapper = new MapperFactoryBean<>(MyBatisPurchases.class);
            mapper.setSqlSessionFactory(sessions);
            return mapper;
        }
    }

    interface MyBatisPurchases extends Purchases {

        @Override
        @Insert("INSERT INTO purchase (item, customer) VALUES (#{item}, #{customer})")
        void add(@Param("item") String item, @Param("customer") Integer customer);

        @Override
        @Select("SHOW transaction_isolation")
        String isolation();

        @Override
        @Select("SELECT count(*) FROM purchase")
        long count();

        @Override
        @Select("SELECT 1 FROM pg_sleep(30)")
        void sleep();
    }
}
