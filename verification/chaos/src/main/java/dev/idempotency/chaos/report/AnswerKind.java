package dev.idempotency.chaos.report;

import dev.idempotency.chaos.history.Event.Answered;

/** What became of a request, by colour. */
enum AnswerKind {
    DONE("#2e7d32", "done"),
    REPLAYED("#81c784", "replayed"),
    DECLINED("#90a4ae", "declined by the handler"),
    RUNNING("#fdd835", "409 in progress"),
    UNKNOWN("#fb8c00", "409 outcome unknown"),
    UNKEPT("#00838f", "409 response unavailable"),
    REUSED("#8e24aa", "422 key reused"),
    UNAVAILABLE("#e53935", "503 store unavailable"),
    FAILED("#6d1b1b", "5xx of the handler"),
    SILENT("#424242", "no answer");

    private final String colour;
    private final String label;

    AnswerKind(String colour, String label) {
        this.colour = colour;
        this.label = label;
    }

    String colour() {
        return colour;
    }

    String label() {
        return label;
    }

    static AnswerKind of(Answered answer) {
        return switch (answer.code()) {
            case "idempotency_in_progress" -> RUNNING;
            case "idempotency_outcome_unknown" -> UNKNOWN;
            case "idempotency_response_unavailable" -> UNKEPT;
            case "idempotency_key_reused" -> REUSED;
            case "idempotency_store_unavailable" -> UNAVAILABLE;
            default -> ofHandler(answer);
        };
    }

    private static AnswerKind ofHandler(Answered answer) {
        if (answer.replayed()) {
            return REPLAYED;
        } else if (answer.isSuccess()) {
            return DONE;
        }
        return answer.status() >= 500 ? FAILED : DECLINED;
    }
}
