package goku.http.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import goku.http.HttpError;
import goku.http.HttpResponse;
import goku.http.Routes;
import io.netty.buffer.ByteBufAllocator;
import io.netty.buffer.ByteBufAllocatorMetricProvider;
import java.io.OutputStream;
import java.lang.management.ManagementFactory;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/// Long answers: how much of them is held, and what becomes of those that fail.
class HttpStreamingTest {
  private static final int LARGE = 100 << 20;
  private static final int CLIENTS = 20;

  private final AtomicLong written = new AtomicLong();
  private final HttpFixture http =
      new HttpFixture(
          HttpFixture.config("--max-requests=" + CLIENTS),
          new Routes()
              .add("/large", request -> stream(out -> write(out, LARGE)))
              .add("/early", request -> stream(out -> fail(out, 255 << 10)))
              .add("/late", request -> stream(out -> fail(out, 1 << 20))),
          null);

  @AfterEach
  void stop() {
    http.close();
  }

  private static HttpResponse stream(HttpResponse.Body body) {
    return new HttpResponse(200, "text/plain", Map.of(), body);
  }

  private void write(OutputStream out, int bytes) throws java.io.IOException {
    byte[] block = new byte[1 << 10];
    for (int at = 0; at < bytes; at += block.length) {
      out.write(block);
      written.addAndGet(block.length);
    }
  }

  private void fail(OutputStream out, int after) throws java.io.IOException {
    write(out, after);
    throw new HttpError(413, "too many datapoints");
  }

  private static long heldBytes() {
    System.gc();
    long heap = ManagementFactory.getMemoryMXBean().getHeapMemoryUsage().getUsed();
    var netty = (ByteBufAllocatorMetricProvider) ByteBufAllocator.DEFAULT;
    return heap + netty.metric().usedDirectMemory();
  }

  private boolean writersStand() {
    long before = written.get();
    return before > 0 && before == written.get();
  }

  @Test
  void holdsLessThanAMegabyteForEachClientThatDoesNotRead() throws Exception {
    List<RawClient> clients = new ArrayList<>();
    long before = heldBytes();
    for (int i = 0; i < CLIENTS; i++) {
      RawClient raw = http.raw();
      clients.add(raw);
      raw.send("GET /large HTTP/1.1\r\n\r\n");
      assertThat(raw.head()).startsWith("HTTP/1.1 200 ");
    }
    await().during(Duration.ofMillis(300)).until(this::writersStand);
    assertThat(written.get()).isLessThan((long) CLIENTS * LARGE / 4);
    assertThat((heldBytes() - before) / CLIENTS).isLessThan(1 << 20);
    for (RawClient raw : clients) {
      raw.close();
    }
  }

  @Test
  void givesAnErrorInTheFirstQuarterOfAMegabyteItsOwnStatus() throws Exception {
    try (RawClient raw = http.raw()) {
      raw.send("GET /early HTTP/1.1\r\n\r\n");
      assertThat(raw.answer()).startsWith("HTTP/1.1 413 too many datapoints\r\n").endsWith("}}");
    }
  }

  @Test
  void breaksTheConnectionWhenTheBodyFailsLaterAndCountsIt() throws Exception {
    try (RawClient raw = http.raw()) {
      raw.send("GET /late HTTP/1.1\r\n\r\n");
      assertThat(raw.rest()).startsWith("HTTP/1.1 200 OK").doesNotContain("\r\n0\r\n\r\n");
    }
    await().until(() -> http.count("goku.http.requests.broken") == 1);
    assertThat(http.count("goku.http.requests.abandoned")).isZero();
  }

  @Test
  void resetsTheConnectionOfAClientThatKnowsNoChunks() throws Exception {
    try (RawClient raw = http.raw()) {
      raw.send("GET /late HTTP/1.0\r\n\r\n");
      assertThat(raw.rest()).endsWith("[reset]");
    }
  }

  @Test
  void shortensAReasonToOnePrintableLineOfAHundredCharacters() throws Exception {
    Routes routes =
        new Routes()
            .add(
                "/api/x",
                request -> {
                  throw new HttpError(400, "first\r\nX: y\t\u00fc" + "z".repeat(200));
                });
    try (HttpFixture other = new HttpFixture(routes);
        RawClient raw = other.raw()) {
      raw.send("GET /api/x HTTP/1.1\r\n\r\n");
      String line = raw.line();
      assertThat(line).startsWith("HTTP/1.1 400 first X: y ?zzz").endsWith("zzz...\r");
      assertThat(line.length()).isEqualTo("HTTP/1.1 400 ".length() + 100 + 1);
    }
  }
}
