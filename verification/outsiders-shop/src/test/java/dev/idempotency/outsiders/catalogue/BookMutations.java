package dev.idempotency.outsiders.catalogue;

import java.util.List;
import java.util.stream.StreamSupport;
import org.springframework.graphql.data.method.annotation.Argument;
import org.springframework.graphql.data.method.annotation.MutationMapping;
import org.springframework.graphql.data.method.annotation.QueryMapping;
import org.springframework.stereotype.Controller;

@Controller
class BookMutations {

    private final Books books;

    BookMutations(Books books) {
        this.books = books;
    }

    @QueryMapping
    List<String> titles() {
        return StreamSupport.stream(books.findAll().spliterator(), false)
                .map(Book::getTitle)
                .toList();
    }

    @MutationMapping
    int addBook(@Argument String title) {
        return Math.toIntExact(books.save(new Book(title)).getId());
    }
}
