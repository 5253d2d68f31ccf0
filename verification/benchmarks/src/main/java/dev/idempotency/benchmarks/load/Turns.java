package dev.idempotency.benchmarks.load;

import dev.idempotency.benchmarks.report.RequestKind;
import dev.idempotency.benchmarks.report.Slice;
import dev.idempotency.benchmarks.report.Slice.Cost;
import dev.idempotency.benchmarks.report.Slice.Disk;
import dev.idempotency.testbed.Database;
import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Collectors;

/** Lets one shape of request have the machine at a time. */
final class Turns implements AutoCloseable {

    private static final int COUNTED_AT = 16;
    private static final Duration PATIENCE_FOR_HELD = Duration.ofMillis(500);

    private final PostgresMeter postgres;
    private final LoadSettings settings;
    private final SplittableRandom random = new SplittableRandom();
    private final Application without;
    private final Application bystander;
    private final Application with;
    private final List<Socket> held = new ArrayList<>();

    private Turns(PostgresMeter postgres, Database database, LoadSettings settings) {
        this.postgres = postgres;
        this.settings = settings;
        this.with = Application.start("with", database, settings);
        this.bystander = Application.start("bystander", database, settings);
        this.without = Application.start("without", database, settings, "--idempotency.enabled=false");
    }

    static Turns start(PostgresMeter postgres, LoadSettings settings) throws IOException {
        return start(postgres, postgres.database(), settings);
    }

    /** With records of its own. */
    static Turns start(PostgresMeter postgres, Database database, LoadSettings settings) throws IOException {
        Turns turns = new Turns(postgres, database, settings);
        turns.useKeys(RequestKind.REPLAY);
        turns.useKeys(RequestKind.TRANSACTIONAL_REPLAY);
        turns.holdKeys();
        return turns;
    }

    void use(Disk disk) {
        postgres.use(disk);
    }

    /**
     * Each application for the same time, whatever its share of the shapes, and in the way that it is measured in: who calls for the
     * first time what was never called while the code was compiled, sends the compiler to work again.
     */
    void warmUp(List<RequestKind> shapes, Duration each) {
        Map<Application, List<RequestKind>> byApplication =
                shapes.stream().collect(Collectors.groupingBy(this::application));
        byApplication.values().forEach(own -> {
            long end = System.nanoTime() + each.toNanos();
            while (System.nanoTime() < end) {
                for (RequestKind shape : own) {
                    measure(shape, COUNTED_AT, Disk.AS_IT_IS);
                }
            }
        });
    }

    Slice measure(RequestKind shape, int connections, Disk disk) {
        Application application = application(shape);
        long allocated = application.allocatedBytes();
        long log = postgres.logBytes();
        Duration jvm = application.cpu();
        Duration database = postgres.cpu();
        Client.Sent sent = client(shape).send(shape, connections, settings.slice());
        int count = sent.latencies().count();
        Map<Cost, Double> costs = new EnumMap<>(Cost.class);
        costs.put(Cost.JVM_CPU, micros(application.cpu().minus(jvm)) / count);
        costs.put(Cost.POSTGRES_CPU, micros(postgres.cpu().minus(database)) / count);
        costs.put(Cost.LOG, (double) (postgres.logBytes() - log) / count);
        costs.put(Cost.ALLOCATED, (double) (application.allocatedBytes() - allocated) / count);
        return new Slice(shape, connections, disk, sent.perSecond(), costs);
    }

    /** In a turn of its own, as counting takes time. */
    Slice countStatements(RequestKind shape) {
        postgres.countStatements(true);
        client(shape).send(shape, COUNTED_AT, Duration.ofMillis(100));
        long statements = postgres.statements();
        long transactions = postgres.transactionIds();
        Client.Sent sent = client(shape).send(shape, COUNTED_AT, settings.slice());
        int count = sent.latencies().count();
        Map<Cost, Double> costs = new EnumMap<>(Cost.class);
        costs.put(Cost.STATEMENTS, (double) (postgres.statements() - statements) / count);
        costs.put(Cost.COMMITS, (double) (postgres.transactionIds() - transactions) / count);
        postgres.countStatements(false);
        return new Slice(shape, 0, Disk.AS_IT_IS, sent.perSecond(), costs);
    }

    private void useKeys(RequestKind shape) throws IOException {
        RequestBytes requests = new RequestBytes(shape, random);
        try (Socket socket = connect()) {
            Answers answers = new Answers();
            for (int i = 0; i < RequestBytes.USED; i++) {
                socket.getOutputStream().write(requests.numbered(i).array());
                int status = 0;
                while (status == 0) {
                    answers.buffer().put((byte) socket.getInputStream().read());
                    status = socket.getInputStream().available() == 0 ? answers.take() : 0;
                }
            }
        }
    }

    private void holdKeys() throws IOException {
        RequestBytes requests = new RequestBytes(RequestKind.IN_PROGRESS, random);
        for (int i = 0; i < RequestBytes.HELD; i++) {
            Socket socket = connect();
            socket.getOutputStream().write(requests.numbered(i).array());
            held.add(socket);
        }
        LockSupport.parkNanos(PATIENCE_FOR_HELD.toNanos());
    }

    private Socket connect() throws IOException {
        return new Socket(InetAddress.getLoopbackAddress(), with.port());
    }

    private Client client(RequestKind shape) {
        return new Client(application(shape).port(), random);
    }

    private Application application(RequestKind shape) {
        return switch (shape) {
            case PLAIN -> without;
            case BYSTANDER -> bystander;
            default -> with;
        };
    }

    private static double micros(Duration duration) {
        return duration.toNanos() / 1e3;
    }

    @Override
    public void close() {
        without.close();
        bystander.close();
        with.close();
    }
}
