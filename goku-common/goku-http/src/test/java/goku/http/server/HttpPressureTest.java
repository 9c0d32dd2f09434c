package goku.http.server;

import static java.util.concurrent.TimeUnit.SECONDS;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import goku.http.HttpConfig;
import goku.http.HttpResponse;
import goku.http.LineHandler;
import goku.http.Routes;
import goku.testkit.HangLimits;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/// Slow, absent and too many clients.
class HttpPressureTest {
  private static final int LARGE = 64 << 20;

  private final AtomicLong written = new AtomicLong();
  private final CompletableFuture<IOException> failure = new CompletableFuture<>();
  private final AtomicInteger handled = new AtomicInteger();
  private final CountDownLatch release = new CountDownLatch(1);
  private final Routes routes =
      HttpFixture.echo()
          .add("/large", request -> new HttpResponse(200, "x", Map.of(), this::writeLarge))
          .add(
              "/wait",
              request -> released() ? HttpResponse.noContent() : HttpResponse.text(504, ""))
          .addAlways("/healthz", request -> HttpResponse.text(200, "ok"));
  private final HttpFixture http = new HttpFixture(routes);

  @AfterEach
  void stop() {
    release.countDown();
    http.close();
  }

  private boolean released() throws InterruptedException {
    handled.incrementAndGet();
    return release.await(HangLimits.STEP.toSeconds(), SECONDS);
  }

  private void writeLarge(OutputStream out) throws IOException {
    byte[] block = new byte[10_000];
    try {
      for (long at = 0; at < LARGE; at += block.length) {
        out.write(block);
        written.addAndGet(block.length);
      }
    } catch (IOException e) {
      failure.complete(e);
      throw e;
    }
  }

  @Test
  void holdsTheWriterBackForAClientThatReadsSlowlyAndThenSendsItAll() throws Exception {
    try (RawClient raw = http.raw()) {
      raw.send("GET /large HTTP/1.1\r\nConnection: close\r\n\r\n");
      assertThat(raw.head()).startsWith("HTTP/1.1 200 ");
      await().during(Duration.ofMillis(300)).until(this::writerStands);
      assertThat(written.get()).isLessThan(LARGE / 2); // what fits into the buffers of the kernel
      assertThat(raw.rest().length()).isGreaterThanOrEqualTo(LARGE);
    }
  }

  @Test
  void disconnectsAClientThatDoesNotReadItsAnswer() throws Exception {
    HttpConfig impatient = HttpFixture.limits(Duration.ofMinutes(1), Duration.ofMillis(300));
    try (var slow = new HttpFixture(impatient, routes, null);
        RawClient raw = slow.raw()) {
      raw.send("GET /large HTTP/1.1\r\nConnection: close\r\n\r\n");
      assertThat(failure.get(HangLimits.STEP.toSeconds(), SECONDS)).isInstanceOf(IOException.class);
      assertThat(slow.count("goku.http.rejected", "reason", "slow-reader")).isOne();
      await().until(() -> slow.count("goku.http.requests.abandoned") == 1);
      assertThat(slow.count("goku.http.requests.broken")).isZero();
    }
  }

  private boolean writerStands() {
    long before = written.get();
    return before > 0 && before == written.get();
  }

  @Test
  void failsTheWriterWhenTheClientHasGone() throws Exception {
    try (RawClient raw = http.raw()) {
      raw.send("GET /large HTTP/1.1\r\n\r\n");
      assertThat(raw.head()).startsWith("HTTP/1.1 200 ");
    }
    assertThat(failure.get(HangLimits.STEP.toSeconds(), SECONDS)).isInstanceOf(IOException.class);
    await().until(() -> http.count("goku.http.requests.abandoned") == 1);
  }

  @Test
  void refusesRequestsAboveTheLimitButNeverHealthChecks() throws Exception {
    RawClient[] waiting = new RawClient[4];
    for (int i = 0; i < waiting.length; i++) {
      waiting[i] = http.raw().send("GET /wait HTTP/1.1\r\n\r\n");
    }
    // a request beside them could take the place of one
    await().until(() -> handled.get() == waiting.length);
    assertThat(http.get("/api/echo").statusCode()).isEqualTo(503);
    assertThat(http.get("/api/echo").body()).contains("limit of 4 requests");
    assertThat(http.get("/healthz").statusCode()).isEqualTo(200);
    assertThat(http.count("goku.http.rejected", "reason", "busy")).isGreaterThanOrEqualTo(2);
    release.countDown();
    for (RawClient raw : waiting) {
      assertThat(raw.head()).startsWith("HTTP/1.1 204 ");
      raw.close();
    }
    await().until(() -> http.get("/api/echo").statusCode() == 200);
  }

  @Test
  void finishesRequestsInWorkBeforeItCloses() throws Exception {
    try (RawClient raw = http.raw()) {
      raw.send("GET /wait HTTP/1.1\r\n\r\n");
      await().until(() -> handled.get() == 1);
      Thread closing = Thread.ofVirtual().start(http.server::close);
      await().untilAsserted(() -> assertThatThrownBy(http::raw).isInstanceOf(IOException.class));
      release.countDown();
      assertThat(raw.head()).startsWith("HTTP/1.1 204 ");
      closing.join();
    }
  }

  @Test
  void namesAddressPortAndRemedyWhenThePortIsTaken() {
    int port = http.server.port();
    HttpConfig same = HttpConfig.standard("127.0.0.1", port);
    try (HttpServer second = new HttpServer(same, routes, null, new SimpleMeterRegistry())) {
      assertThatThrownBy(second::start)
          .isInstanceOf(UncheckedIOException.class)
          .hasMessage(
              "port %d on 127.0.0.1 is in use: stop the other process or choose another with"
                  + " --port",
              port);
    }
  }

  /// Connections whose lines wait, as they do for Kafka, are not idle.
  @Test
  void onlyHealthChecksPassWhenNoConnectionIsIdle() throws Exception {
    try (var lines = new HttpFixture(HttpFixture.config(), routes, remote -> new WaitingLines())) {
      List<RawClient> open = new ArrayList<>();
      for (int i = 0; i < 50; i++) {
        open.add(lines.raw().send("a line\n"));
      }
      await().until(() -> handled.get() == 50);
      try (RawClient check = lines.raw();
          RawClient query = lines.raw();
          RawClient line = lines.raw()) {
        check.send("GET /healthz HTTP/1.1\r\n\r\n");
        assertThat(check.rest()).startsWith("HTTP/1.1 200 ").endsWith("ok");
        query.send("GET /api/echo HTTP/1.1\r\n\r\n");
        assertThat(query.rest()).startsWith("HTTP/1.1 503 ").contains("limit of 50 connections");
        assertThat(line.send("a line\n\r\n").rest()).startsWith("HTTP/1.1 400 ");
      }
      assertThat(lines.count("goku.http.rejected", "reason", "connections")).isEqualTo(3);
      release.countDown();
      for (RawClient raw : open) {
        raw.close();
      }
      await().until(() -> connections(lines) == 0);
    }
  }

  private static double connections(HttpFixture fixture) {
    return fixture.registry.get("goku.http.connections").gauge().value();
  }

  private final class WaitingLines implements LineHandler {
    @Override
    public void line(byte[] bytes, int offset, int length, Replies replies) {
      handled.incrementAndGet();
      try {
        release.await();
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
      }
    }

    @Override
    public void tooLong(int limitBytes, Replies replies) {}

    @Override
    public void rest(boolean more, Replies replies) {}
  }
}
