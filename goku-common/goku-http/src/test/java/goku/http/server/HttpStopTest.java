package goku.http.server;

import static java.util.concurrent.TimeUnit.SECONDS;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import goku.http.HttpResponse;
import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeoutException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/// A server that stops loses no request of a client that waits for its answers.
class HttpStopTest {
  private static final Duration LONG = Duration.ofMinutes(2);
  private static final String GET = "GET /api/path/a HTTP/1.1\r\n\r\n";

  private final CountDownLatch begun = new CountDownLatch(1);
  private final CountDownLatch release = new CountDownLatch(1);
  private final HttpFixture http =
      new HttpFixture(HttpFixture.echo().add("/wait", request -> waited()));
  private final int port = http.server.port();

  @AfterEach
  void stop() {
    release.countDown();
    http.close();
  }

  private HttpResponse waited() throws Exception {
    begun.countDown();
    if (!release.await(120, SECONDS)) {
      throw new TimeoutException("nobody released the handler");
    }
    return HttpResponse.text(200, "done");
  }

  @Test
  void aClientThatKeepsItsConnectionLearnsOfTheEndFromAnAnswer() throws Exception {
    try (RawClient raw = http.raw()) {
      assertThat(raw.send(GET).answer()).contains("200 OK", "keep-alive");
      Thread closing = closing(LONG);
      String answer = "";
      while (!answer.contains("connection: close")) {
        answer = raw.send(GET).answer();
        assertThat(answer).startsWith("HTTP/1.1 200 OK");
      }
      assertThat(raw.socket.getInputStream().read()).isNegative();
      assertThat(closing.join(LONG)).isTrue();
    }
  }

  @Test
  void aConnectionEndsAfterItsAnswerAndAnIdleOneAtOnce() throws Exception {
    try (RawClient idle = http.raw();
        RawClient busy = http.raw()) {
      assertThat(idle.send(GET).answer()).contains("200 OK", "keep-alive");
      busy.send("GET /wait HTTP/1.1\r\n\r\n");
      assertThat(begun.await(LONG.toSeconds(), SECONDS)).isTrue();
      Thread closing = closing(Duration.ZERO);
      assertThat(idle.socket.getInputStream().read()).isNegative();
      release.countDown();
      assertThat(busy.answer()).contains("200 OK", "done");
      assertThat(busy.socket.getInputStream().read()).isNegative();
      assertThat(closing.join(LONG)).isTrue();
    }
  }

  private Thread closing(Duration moment) {
    Thread closing = Thread.ofVirtual().start(() -> http.server.close(moment));
    await().until(() -> !accepts());
    return closing;
  }

  private boolean accepts() {
    try (var socket = new Socket(InetAddress.getLoopbackAddress(), port)) {
      return socket.isConnected();
    } catch (IOException refused) {
      return false;
    }
  }
}
