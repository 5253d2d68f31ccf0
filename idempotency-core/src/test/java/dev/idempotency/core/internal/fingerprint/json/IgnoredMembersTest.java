package dev.idempotency.core.internal.fingerprint.json;

import static dev.idempotency.core.fingerprint.Contents.canonical;
import static dev.idempotency.core.fingerprint.Contents.form;
import static dev.idempotency.core.fingerprint.Contents.query;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.idempotency.core.fingerprint.CanonicalFingerprinter;
import dev.idempotency.core.fingerprint.Fingerprinter;
import dev.idempotency.core.fingerprint.RequestBody;
import dev.idempotency.core.fingerprint.RequestBody.Part;
import dev.idempotency.core.fingerprint.RequestContent;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class IgnoredMembersTest {

    @ParameterizedTest(name = "{1} without {0} is {2}")
    @CsvSource(
            delimiter = '|',
            value = {
                "t|{'t':1}|{}",
                "t|{'t':1,'a':2}|{'a':2}",
                "t|{'a':2,'t':1}|{'a':2}",
                "t|{'a':2,'t':1,'b':3}|{'a':2,'b':3}",
                "t|{'b':3,'t':1,'a':2}|{'a':2,'b':3}",
                "t|{'z':3,'t':1,'a':2}|{'a':2,'z':3}",
                "t|{'b':1,'t':2}|{'b':1}",
                "t| { 'b' : 3 , 't' : [ 1.0 ] , 'a' : 2 } |{'a':2,'b':3}",
                "t|{'t':{'z':1,'a':2},'b':{'d':1,'c':2},'a':0}|{'a':0,'b':{'c':2,'d':1}}",
                "t|{'b':{'d':1,'c':2},'t':{'z':1,'a':2},'a':{'d':1,'c':2}}|{'a':{'c':2,'d':1},'b':{'c':2,'d':1}}",
                "t|{'b':{'d':1,'c':2},'t':[{'z':1,'a':2},{'y':1,'b':2}]}|{'b':{'c':2,'d':1}}",
                "t,u|{'u':1,'t':2}|{}",
                "t,u|[{'b':1,'a':2},{'u':1,'t':2},{'u':1,'t':2,'c':3}]|[{'a':2,'b':1},{},{'c':3}]",
                "t|{'T':1}|{'T':1}",
                "t|{'tt':1}|{'tt':1}",
                "t|{'a':{'t':1}}|{'a':{'t':1}}",
                "t|{'\\u0074':1,'a':2}|{'a':2}",
                "t|{'t':1.0}|{}",
                "t|[{'t':1,'a':2},[{'t':1}]]|[{'a':2},[{}]]",
                "t|{'a':[{'t':1}]}|{'a':[{'t':1}]}",
                "a.t|{'a':{'t':1,'b':2},'t':3}|{'a':{'b':2},'t':3}",
                "a.t|{'a':[{'t':1},[{'t':1}]],'t':3}|{'a':[{},[{}]],'t':3}",
                "a.t|{'b':{'t':1},'a':{'c':{'t':1}}}|{'a':{'c':{'t':1}},'b':{'t':1}}",
                "a.t,a.u,b|{'a':{'t':1,'u':2,'v':3},'b':4,'c':5}|{'a':{'v':3},'c':5}",
                "a,a.t|{'a':{'t':1},'b':2}|{'b':2}",
                "a.t,t|{'a':{'t':1},'t':2,'b':{'t':3}}|{'a':{},'b':{'t':3}}",
                "a\\.t|{'a.t':1,'a':{'t':2}}|{'a':{'t':2}}",
                "a\\\\|{'a\\\\':1,'a':2}|{'a':2}",
                "a\\|{'a\\\\':1,'a':2}|{'a':2}",
                "é|{'é':1,'e':2}|{'e':2}"
            })
    void members_on_a_path_are_taken_out(String paths, String json, String expected) {
        assertThat(canonical(json.replace('\'', '"'), paths.split(","))).isEqualTo(expected.replace('\'', '"'));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"{'t':1,'t':2}", "{'t':1,'a':2,'t':3}", "{'t':[}", "{'t':'\\ud800'}", "{'t':{'a':1,'a':2}}"})
    void what_makes_a_body_uncertain_does_so_inside_an_ignored_member_too(String json) {
        assertThat(canonical(json.replace('\'', '"'), "t")).isNull();
    }

    @Test
    void nothing_is_ignored_by_default() {
        assertThat(canonical("{\"b\":1,\"a\":2}")).isEqualTo("{\"a\":2,\"b\":1}");
        assertThat(IgnoredMembers.NONE.root()).isNull();
    }

    @ParameterizedTest
    @ValueSource(strings = {"", ".", "a.", ".a", "a..b"})
    void a_path_has_no_empty_names(String path) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new CanonicalFingerprinter(List.of("fine", path)))
                .withMessage("A path of ignored members has no empty names: '" + path + "'");
    }

    @Test
    void fields_of_a_form_are_ignored_by_their_whole_name() {
        Fingerprinter fingerprinter = new CanonicalFingerprinter(List.of("t", "meta.at"));

        assertThat(fingerprinter.fingerprint(form("a=1&t=2&meta.at=3&%74=4")))
                .isEqualTo(fingerprinter.fingerprint(form("a=1")))
                .isNotEqualTo(fingerprinter.fingerprint(form("a=1&meta=2")))
                .isNotEqualTo(fingerprinter.fingerprint(form("a=1&tt=2")));
    }

    @Test
    void parameters_of_the_query_are_not_ignored() {
        Fingerprinter fingerprinter = new CanonicalFingerprinter(List.of("t"));

        assertThat(fingerprinter.fingerprint(query("t=1"))).isNotEqualTo(fingerprinter.fingerprint(query("t=2")));
    }

    @Test
    void parts_are_ignored_by_their_whole_name() {
        Fingerprinter fingerprinter = new CanonicalFingerprinter(List.of("t"));

        assertThat(fingerprinter.fingerprint(parts("a", "t")))
                .isEqualTo(fingerprinter.fingerprint(parts("a")))
                .isNotEqualTo(fingerprinter.fingerprint(parts("a", "tt")))
                .isNotEqualTo(fingerprinter.fingerprint(parts("t")));
    }

    private static RequestContent parts(String... names) {
        RequestBody.Bytes content = RequestBody.of("x".getBytes(StandardCharsets.UTF_8));
        List<Part> parts = List.of(names).stream()
                .map(name -> new Part(name, null, null, content))
                .toList();
        return new RequestContent("POST", "/orders", null, "multipart/form-data", RequestBody.of(parts));
    }
}
