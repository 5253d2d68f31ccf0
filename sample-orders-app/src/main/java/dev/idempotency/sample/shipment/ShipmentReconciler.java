package dev.idempotency.sample.shipment;

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

/** Looks whether an order was shipped by a request whose process was lost. Its key is the same in every attempt. */
@Component
class ShipmentReconciler implements Reconciler {

    private final Shipments shipments;
    private final JsonMapper json;

    ShipmentReconciler(Shipments shipments, JsonMapper json) {
        this.shipments = shipments;
        this.json = json;
    }

    @Override
    public boolean handles(String operation) {
        return operation.equals("POST /orders/{id}/shipments");
    }

    @Override
    public ReconcileResult find(UnknownRun run) {
        return shipments
                .find(run.downstream().forStep(ShipmentController.SHIP))
                .<ReconcileResult>map(shipment -> new ReconcileResult.Executed(answer(shipment)))
                .orElseGet(ReconcileResult.NotExecuted::new);
    }

    private RecordedAnswer answer(Shipment shipment) {
        return RecordedAnswer.of(
                HttpStatus.CREATED.value(),
                List.of(new Header(HttpHeaders.CONTENT_TYPE, MediaType.APPLICATION_JSON_VALUE)),
                json.writeValueAsBytes(shipment));
    }
}
