package goku.http.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import goku.http.HttpConfig;
import goku.http.HttpResponse;
import goku.http.LineHandler;
import goku.http.Routes;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;

class HttpTimeoutsTest {
  @Test
  void cutsOffAClientThatDribblesItsHead() throws Exception {
    HttpConfig config = HttpFixture.limits(Duration.ofMinutes(5), Duration.ofMillis(300));
    try (HttpFixture http = new HttpFixture(config, HttpFixture.echo(), null);
        RawClient raw = http.raw()) {
      raw.send("GET /api/echo HTTP/1.1\r\n\r\n");
      assertThat(raw.answer()).endsWith("GET ");
      raw.send("GET /api/ec");
      assertThat(raw.rest()).isEmpty();
      await().until(() -> http.count("goku.http.rejected", "reason", "slow-head") == 1);
    }
  }

  @Test
  void cutsOffAClientThatBeganTheNextHeadBeforeItsAnswerCame() throws Exception {
    HttpConfig config = HttpFixture.limits(Duration.ofMinutes(5), Duration.ofMillis(300));
    var began = new CountDownLatch(1);
    var sent = new CountDownLatch(1);
    Routes slow =
        new Routes()
            .add(
                "/slow",
                request -> {
                  began.countDown();
                  sent.await();
                  return HttpResponse.text(200, "slow");
                });
    try (HttpFixture http = new HttpFixture(config, slow, null);
        RawClient raw = http.raw()) {
      raw.send("POST /slow HTTP/1.1\r\nContent-Length: 4\r\n\r\nbo").send("dy");
      began.await();
      raw.send("GET /sl");
      // the server reads the bytes long before another request is answered
      try (RawClient other = http.raw()) {
        other.send("GET /nothing HTTP/1.1\r\n\r\n").answer();
      }
      sent.countDown();
      assertThat(raw.answer()).endsWith("slow");
      assertThat(raw.rest()).isEmpty();
      await().until(() -> http.count("goku.http.rejected", "reason", "slow-head") == 1);
    }
  }

  @Test
  void leavesASlowBodyAlone() throws Exception {
    HttpConfig config = HttpFixture.limits(Duration.ofMinutes(5), Duration.ofMillis(100));
    try (HttpFixture http = new HttpFixture(config, HttpFixture.echo(), null);
        RawClient raw = http.raw()) {
      raw.send("POST /api/echo HTTP/1.1\r\nContent-Length: 4\r\n\r\nsl");
      long until = System.nanoTime() + Duration.ofMillis(300).toNanos();
      await().until(() -> System.nanoTime() > until);
      raw.send("ow");
      assertThat(raw.answer()).endsWith("POST slow");
    }
  }

  @Test
  void closesConnectionsWithoutTraffic() throws Exception {
    HttpConfig config = HttpFixture.limits(Duration.ofSeconds(4), Duration.ofMinutes(5));
    try (HttpFixture http =
            new HttpFixture(config, HttpFixture.echo(), remote -> new QuietLines());
        RawClient silent = http.raw();
        RawClient web = http.raw();
        RawClient lines = http.raw()) {
      web.send("GET /api/echo HTTP/1.1\r\n\r\n");
      lines.send("put x\n");
      assertThat(web.answer()).endsWith("GET ");
      assertThat(web.rest()).isEmpty();
      assertThat(silent.rest()).isEmpty();
      assertThat(lines.rest()).isEmpty();
    }
  }

  private static final class QuietLines implements LineHandler {
    @Override
    public void line(byte[] bytes, int offset, int length, Replies replies) {}

    @Override
    public void tooLong(int limitBytes, Replies replies) {}

    @Override
    public void rest(boolean more, Replies replies) {}
  }
}
