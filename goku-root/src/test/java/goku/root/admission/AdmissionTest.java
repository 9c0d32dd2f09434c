package goku.root.admission;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;
import static org.awaitility.Awaitility.await;

import goku.config.ConfigLoader;
import goku.http.HttpError;
import goku.http.HttpHandler;
import goku.http.HttpRequest;
import goku.http.HttpResponse;
import goku.query.control.QueryControl;
import goku.query.control.QueryLimits;
import goku.query.control.QueryMemory;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.io.IOException;
import java.io.OutputStream;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(value = 2, unit = TimeUnit.MINUTES)
class AdmissionTest {
  private static final HttpRequest REQUEST =
      new HttpRequest("GET", "/api/query", Map.of(), Map.of(), new byte[0], "/10.0.0.1:5000");
  private static final Duration LONG = Duration.ofMinutes(1);

  private final SimpleMeterRegistry registry = new SimpleMeterRegistry();
  private final CountDownLatch done = new CountDownLatch(1);
  private final List<Thread> clients = new ArrayList<>();

  /// A handler that blocks until `done`.
  private final HttpHandler slow =
      request -> {
        done.await();
        return HttpResponse.text(200, "slow");
      };

  private final HttpHandler quick = request -> HttpResponse.text(200, "quick");

  @AfterEach
  void end() throws InterruptedException {
    done.countDown();
    for (Thread client : clients) {
      client.join();
    }
  }

  @Test
  void aQueryWithAFreePermitIsAdmittedAtOnce() throws Exception {
    Admission door = door(LONG, "--max-concurrent-queries=2");
    ask(door.guard(slow));
    awaitGauge("running", 1);
    write(door.guard(quick).handle(REQUEST));
    await().until(() -> count("at-once") == 2); // a query counts after it has its permit
    assertThat(gauge("running")).isOne();
  }

  @Test
  void aQueryWithoutAPermitWaits() throws Exception {
    Admission door = door(LONG, "--max-concurrent-queries=1");
    ask(door.guard(slow));
    awaitGauge("running", 1);
    ask(door.guard(quick));
    awaitGauge("queue", 1);
    end();
    assertThat(count("waited")).isOne();
    assertThat(gauge("queue")).isZero();
    assertThat(gauge("running")).isZero();
    assertThat(registry.get("goku.root.admission.wait").timer().count()).isOne();
  }

  @Test
  void queuedQueriesAreAdmittedInOrderOfArrival() throws Exception {
    Admission door = door(LONG, "--max-concurrent-queries=1");
    ask(door.guard(slow));
    awaitGauge("running", 1);
    List<Integer> served = new CopyOnWriteArrayList<>();
    for (int i = 0; i < 20; i++) {
      int number = i;
      ask(
          door.guard(
              request -> {
                served.add(number);
                return HttpResponse.text(200, "");
              }));
      awaitGauge("queue", i + 1);
    }
    end();
    assertThat(served).hasSize(20).isSorted();
  }

  @Test
  void aQueryIsRejectedIfTheQueueIsFull() throws Exception {
    Admission door = door(LONG, "--max-concurrent-queries=1", "--max-queued-queries=1");
    ask(door.guard(slow));
    awaitGauge("running", 1);
    ask(door.guard(quick));
    awaitGauge("queue", 1);
    HttpError error = refusal(door);
    assertThat(error.status()).isEqualTo(503);
    assertThat(error).hasMessageContainingAll("1 are in progress", "1 are queued");
    assertThat(error.details()).contains("max-concurrent-queries", "max-queued-queries");
    assertThat(count("queue-full")).isOne();
  }

  @Test
  void aQueryThatTimesOutInTheQueueIsRejected() throws Exception {
    Admission door = door(Duration.ofMillis(20), "--max-concurrent-queries=1");
    ask(door.guard(slow));
    awaitGauge("running", 1);
    HttpError error = refusal(door);
    assertThat(error.status()).isEqualTo(503);
    assertThat(error.details()).contains("max-concurrent-queries", "query-timeout");
    assertThat(count("too-late")).isOne();
    assertThat(gauge("queue")).isZero();
  }

  @Test
  void aQueryOfADisconnectedClientLeavesTheQueue() throws Exception {
    Admission door = door(LONG, "--max-concurrent-queries=1");
    ask(door.guard(slow));
    awaitGauge("running", 1);
    Thread client = ask(door.guard(quick));
    awaitGauge("queue", 1);
    client.interrupt();
    client.join();
    assertThat(gauge("queue")).isZero();
    assertThat(count("gone")).isOne();
    assertThat(count("waited")).isZero();
  }

  @Test
  void theTimeInTheQueueCountsAgainstTheTimeOfTheQuery() throws Exception {
    var limits = new QueryLimits(1, 1, LONG);
    List<Long> elapsed = new CopyOnWriteArrayList<>();
    HttpHandler timed =
        request -> {
          try (var control = new QueryControl(limits, new QueryMemory(1))) {
            elapsed.add(control.elapsedNanos());
          }
          return HttpResponse.text(200, "");
        };
    Admission door = door(LONG, "--max-concurrent-queries=1");
    ask(door.guard(slow));
    awaitGauge("running", 1);
    ask(door.guard(timed));
    awaitGauge("queue", 1);
    long waiting = System.nanoTime();
    while (System.nanoTime() - waiting < 10_000_000) {
      Thread.onSpinWait();
    }
    end();
    assertThat(elapsed).hasSize(1).allMatch(nanos -> nanos >= 10_000_000);
  }

  @Test
  void aQueryHoldsItsPermitUntilItsAnswerIsWritten() throws Exception {
    Admission door = door(LONG, "--max-concurrent-queries=1");
    HttpResponse answer = door.guard(quick).handle(REQUEST);
    assertThat(gauge("running")).isOne();
    write(answer);
    assertThat(gauge("running")).isZero();
  }

  @Test
  void aFailedWriteReleasesThePermit() throws Exception {
    Admission door = door(LONG, "--max-concurrent-queries=1");
    HttpHandler broken =
        request ->
            new HttpResponse(
                200,
                "",
                Map.of(),
                out -> {
                  throw new IOException("the client has gone");
                });
    HttpResponse answer = door.guard(broken).handle(REQUEST);
    assertThatThrownBy(() -> write(answer)).isInstanceOf(IOException.class);
    assertThat(gauge("running")).isZero();
  }

  @Test
  void aFailedQueryReleasesThePermit() {
    Admission door = door(LONG, "--max-concurrent-queries=1");
    HttpHandler failing =
        request -> {
          throw new HttpError(400, "no");
        };
    for (int i = 0; i < 3; i++) {
      assertThatThrownBy(() -> door.guard(failing).handle(REQUEST)).hasMessage("no");
    }
    assertThat(gauge("running")).isZero();
  }

  @Test
  void aQueryOverItsRateTakesNoPermit() throws Exception {
    Admission door =
        door(LONG, "--rate-limit=1", "--rate-limit-burst=1s", "--max-concurrent-queries=1");
    write(door.guard(quick).handle(REQUEST));
    assertThat(refusal(door).status()).isEqualTo(429);
    assertThat(gauge("running")).isZero();
  }

  private Admission door(Duration timeout, String... flags) {
    AdmissionConfig config = ConfigLoader.defaults(AdmissionConfig.class, flags);
    return new Admission(config, timeout, registry, () -> 0);
  }

  private HttpError refusal(Admission door) {
    return Objects.requireNonNull(
        catchThrowableOfType(HttpError.class, () -> door.guard(quick).handle(REQUEST)),
        "it was let in");
  }

  /// Sends the request from a separate thread and reads the answer.
  private Thread ask(HttpHandler handler) {
    Thread client =
        Thread.ofVirtual()
            .start(
                () -> {
                  try {
                    write(handler.handle(REQUEST));
                  } catch (InterruptedException e) {
                    // the client has disconnected
                  } catch (Exception e) {
                    throw new IllegalStateException(e);
                  }
                });
    clients.add(client);
    return client;
  }

  private static void write(HttpResponse response) throws IOException {
    response.body().writeTo(OutputStream.nullOutputStream());
  }

  private void awaitGauge(String name, int value) {
    while (gauge(name) != value) {
      Thread.onSpinWait();
    }
  }

  private double gauge(String name) {
    return registry.get("goku.root.admission." + name).gauge().value();
  }

  private double count(String outcome) {
    return registry.get("goku.root.admission").tag("outcome", outcome).counter().count();
  }
}
