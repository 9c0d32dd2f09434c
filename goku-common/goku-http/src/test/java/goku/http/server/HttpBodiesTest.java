package goku.http.server;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import goku.budget.HeapBudget;
import goku.http.HttpResponse;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/// The memory of all bodies together.
class HttpBodiesTest {
  private static final int BUDGET = 150_000;
  private static final String POST =
      "POST %s HTTP/1.1\r\nContent-Length: 90000\r\n\r\n" + "x".repeat(89_999);

  private final CountDownLatch release = new CountDownLatch(1);
  private final HttpFixture http =
      new HttpFixture(
          HttpFixture.config(),
          new HeapBudget(BUDGET),
          HttpFixture.echo()
              .add("/size", request -> HttpResponse.text(200, "size " + request.body().length))
              .add(
                  "/wait",
                  request -> {
                    release.await();
                    return HttpResponse.noContent();
                  }),
          null);

  @AfterEach
  void stop() {
    release.countDown();
    http.close();
  }

  private double held() {
    return http.registry.get("goku.budget.held").tag("kind", "bodies").gauge().value();
  }

  @Test
  void refusesABodyForWhichOthersLeaveNoRoomAndTakesItLater() throws Exception {
    try (RawClient first = http.raw();
        RawClient second = http.raw();
        RawClient third = http.raw()) {
      first.send(POST.formatted("/wait"));
      await().until(() -> held() >= 90_000);
      second.send(POST.formatted("/api/echo"));
      assertThat(second.rest())
          .startsWith("HTTP/1.1 503 ")
          .containsIgnoringCase("\r\nretry-after: 1\r\n")
          .contains("heap budget of");
      assertThat(held()).isBetween(90_000.0, (double) BUDGET);
      first.send("x");
      release.countDown();
      assertThat(first.answer()).startsWith("HTTP/1.1 204 ");
      await().until(() -> held() == 0);
      third.send(POST.formatted("/size") + "y");
      assertThat(third.answer()).endsWith("size 90000");
    }
    await().until(() -> http.count("goku.http.rejected", "reason", "budget") == 1);
  }

  @Test
  void givesBackWhatAClientHeldThatWentAway() throws Exception {
    try (RawClient raw = http.raw()) {
      raw.send(POST.formatted("/api/echo"));
      await().until(() -> held() >= 89_999);
    }
    await().until(() -> held() == 0);
  }

  @Test
  void countsWhatABodyUnzipsTo() throws Exception {
    byte[] zipped = HttpFixture.gzip("z".repeat(BUDGET + 1).getBytes(UTF_8));
    try (RawClient raw = http.raw()) {
      raw.send(
              "POST /api/echo HTTP/1.1\r\nContent-Encoding: gzip\r\nContent-Length: %d\r\n\r\n"
                  .formatted(zipped.length))
          .send(zipped);
      assertThat(raw.answer()).startsWith("HTTP/1.1 413 ").contains("heap budget of all requests");
    }
    await().until(() -> held() == 0);
  }
}
