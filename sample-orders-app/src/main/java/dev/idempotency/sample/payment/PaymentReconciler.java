package dev.idempotency.sample.payment;

import dev.idempotency.core.reconcile.ReconcileResult;
import dev.idempotency.core.reconcile.Reconciler;
import dev.idempotency.core.reconcile.UnknownRun;
import dev.idempotency.core.record.Header;
import dev.idempotency.core.record.RecordedAnswer;
import java.util.List;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpStatus;
import org.springframework.http.MediaType;
import org.springframework.stereotype.Component;
import tools.jackson.databind.json.JsonMapper;

/**
 * Asks the provider what became of a payment whose answer we never got, and gives the client the answer that it should have had.
 */
@Component
class PaymentReconciler implements Reconciler {

    private final PaymentProvider provider;
    private final Payments payments;
    private final JsonMapper json;

    PaymentReconciler(PaymentProvider provider, Payments payments, JsonMapper json) {
        this.provider = provider;
        this.payments = payments;
        this.json = json;
    }

    @Override
    public boolean handles(String operation) {
        return operation.equals("POST /payments");
    }

    /** A charge that is not there may still be on its way; when it is not there the second time, it never got there. */
    @Override
    public ReconcileResult find(UnknownRun run) {
        Search search = provider.find(run.downstream().forStep(PaymentController.CHARGE));
        if (search instanceof Search.Charged found) {
            return new ReconcileResult.Executed(answer(payments.record(found.charge())));
        }
        boolean mayStillCome = search instanceof Search.Underway || run.attempts() == 0;
        return mayStillCome ? new ReconcileResult.StillUnknown() : new ReconcileResult.NotExecuted();
    }

    private RecordedAnswer answer(Payment payment) {
        return RecordedAnswer.of(
                HttpStatus.CREATED.value(),
                List.of(new Header(HttpHeaders.CONTENT_TYPE, MediaType.APPLICATION_JSON_VALUE)),
                json.writeValueAsBytes(payment));
    }
}
