package dev.idempotency.chaos.killpoint;

/** A way to end a request. */
enum KillKind {
    SIGKILL {
        @Override
        void strike(Victim victim, Point at) {
            victim.kill();
        }
    },
    TERMINATED_BACKEND {
        @Override
        void strike(Victim victim, Point at) {
            victim.terminateSessions();
            if (at.isInDoubt()) {
                // The backend had answered already: what is held must not be heard any more.
                victim.network().cut();
            }
        }
    },
    CUT_CONNECTION {
        @Override
        void strike(Victim victim, Point at) {
            victim.network().cut();
        }
    };

    abstract void strike(Victim victim, Point at);

    boolean isDeadly() {
        return this == SIGKILL;
    }
}
