package goku.http.server;

import static java.util.concurrent.TimeUnit.SECONDS;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import goku.http.HttpResponse;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeoutException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/// A handler works only as long as its client waits.
class HttpGoneTest {
  private static final String GET = "GET /wait HTTP/1.1\r\n\r\n";

  private final CountDownLatch begun = new CountDownLatch(1);
  private final CountDownLatch release = new CountDownLatch(1);
  private final CompletableFuture<InterruptedException> interrupted = new CompletableFuture<>();
  private final HttpFixture http =
      new HttpFixture(HttpFixture.echo().add("/wait", request -> waited()));

  @AfterEach
  void stop() {
    release.countDown();
    http.close();
  }

  private HttpResponse waited() throws Exception {
    begun.countDown();
    try {
      if (!release.await(120, SECONDS)) {
        throw new TimeoutException("nobody released the handler");
      }
      return HttpResponse.text(200, "done");
    } catch (InterruptedException e) {
      interrupted.complete(e);
      throw e;
    }
  }

  /// The handler would wait for longer than this.
  private void isInterrupted() {
    assertThat(interrupted).succeedsWithin(Duration.ofSeconds(60));
    await().until(() -> http.count("goku.http.requests.abandoned") == 1);
    var timer = http.registry.get("goku.http.requests").tags("route", "/wait", "status", "499");
    assertThat(timer.timer().count()).isEqualTo(1);
  }

  @Test
  void isInterruptedWhenTheClientCloses() throws Exception {
    try (RawClient raw = http.raw()) {
      raw.send(GET);
      begun.await();
    }
    isInterrupted();
  }

  @Test
  void isInterruptedWhenTheClientResets() throws Exception {
    try (RawClient raw = http.raw()) {
      raw.send(GET);
      begun.await();
      raw.socket.setSoLinger(true, 0);
    }
    isInterrupted();
  }

  @Test
  void isInterruptedWhenAClientThatHasPipelinedMoreCloses() throws Exception {
    try (RawClient raw = http.raw()) {
      raw.send(GET + GET);
      begun.await();
      raw.send("POST /api/echo HTTP/1.1\r\nContent-Length: 5\r\n\r\nhe");
    }
    isInterrupted();
  }

  @Test
  void isInterruptedWhenAClientOfHttp10Resets() throws Exception {
    try (RawClient raw = http.raw()) {
      raw.send("GET /wait HTTP/1.0\r\n\r\n");
      begun.await();
      raw.socket.setSoLinger(true, 0);
    }
    isInterrupted();
  }

  @Test
  void answersAClientThatOnlyEndedItsSideAndAsksMeanwhileWhetherItIsThere() throws Exception {
    try (RawClient raw = http.raw()) {
      raw.send(GET);
      begun.await();
      raw.socket.shutdownOutput();
      for (int i = 0; i < 3; i++) {
        assertThat(raw.head()).isEqualTo("HTTP/1.1 102 Processing\r\n\r\n");
      }
      release.countDown();
      assertThat(raw.rest()).contains("HTTP/1.1 200 OK").endsWith("done");
    }
    assertThat(interrupted).isNotDone();
    assertThat(http.count("goku.http.requests.abandoned")).isZero();
  }

  @Test
  void believesAClientOfHttp10ThatEndsItsSide() throws Exception {
    try (RawClient raw = http.raw()) {
      raw.send("GET /wait HTTP/1.0\r\n\r\n");
      begun.await();
      raw.socket.shutdownOutput();
      await().during(Duration.ofMillis(300)).until(() -> !interrupted.isDone());
      release.countDown();
      assertThat(raw.rest()).startsWith("HTTP/1.1 200 OK").endsWith("done");
    }
  }

  @Test
  void answersAllThatWasPipelinedBeforeTheClientEndedItsSide() throws Exception {
    try (RawClient raw = http.raw()) {
      raw.send("GET /api/echo HTTP/1.1\r\n\r\nHEAD /api/echo HTTP/1.1\r\n\r\n" + GET);
      begun.await();
      raw.socket.shutdownOutput();
      release.countDown();
      assertThat(raw.rest()).startsWith("HTTP/1.1 200 OK").endsWith("done");
    }
  }
}
