package goku.http.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import goku.budget.HeapBudget;
import goku.http.HttpResponse;
import goku.http.Routes;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/// Clients that fill the heap budget, beside one that holds little. The budget aborts the requests
/// of the former.
class HttpBudgetTest {
  private static final int BUDGET = 2 << 20;

  /// The last byte of the attacker's address.
  private static final int ATTACKER = 2;

  private final CountDownLatch release = new CountDownLatch(1);
  private final AtomicInteger waiting = new AtomicInteger();
  private final AtomicInteger interrupted = new AtomicInteger();
  private final Routes routes =
      HttpFixture.echo()
          .add("/wait", request -> waited())
          .add("/endless", request -> endless())
          .add("/long", request -> HttpResponse.text(200, "y".repeat(200_000)));
  private final HttpFixture http =
      new HttpFixture(
          HttpFixture.config("--max-requests=100", "--max-line=65536"),
          new HeapBudget(BUDGET),
          routes,
          remote -> new EchoLines());
  private final List<RawClient> attackers = new ArrayList<>();

  @AfterEach
  void stop() throws IOException {
    release.countDown();
    for (RawClient attacker : attackers) {
      attacker.close();
    }
    await().until(() -> http.budget.heldBytes() == 0);
    http.close();
  }

  private HttpResponse waited() throws InterruptedException {
    waiting.incrementAndGet();
    try {
      release.await();
    } catch (InterruptedException e) {
      interrupted.incrementAndGet();
      throw e;
    }
    return HttpResponse.noContent();
  }

  private static HttpResponse endless() {
    byte[] block = new byte[10_000];
    return new HttpResponse(
        200,
        "x",
        Map.of(),
        out -> {
          while (true) {
            out.write(block);
          }
        });
  }

  /// Sends the bytes from many connections of the attacker, until some of them are closed.
  private void attack(String bytes) throws Exception {
    for (int i = 0; i < 40; i++) {
      RawClient attacker = new RawClient(ATTACKER, http.server.port());
      attackers.add(attacker);
      try {
        attacker.send(bytes);
      } catch (IOException closed) {
        // as it should be
      }
      assertThat(http.budget.heldBytes()).isLessThanOrEqualTo(BUDGET + BUDGET / 6);
    }
    await().until(() -> http.budget.abortions() > 0);
    assertThat(http.get("/api/echo").statusCode()).isEqualTo(200);
  }

  @Test
  void unfinishedHeadsOfTinyHeadersAreChargedToTheirClient() throws Exception {
    try (RawClient normal = http.raw()) {
      normal.send("POST /api/echo HTTP/1.1\r\nContent-Length: 90000\r\n\r\n" + "x".repeat(89_999));
      attack("GET / HTTP/1.1\r\n" + "a:\r\n".repeat(15_000));
      assertThat(normal.send("x").answer()).startsWith("HTTP/1.1 200 ");
    }
  }

  @Test
  void unfinishedRequestLinesAreCharged() throws Exception {
    attack("GET /" + "a".repeat(60_000));
  }

  @Test
  void unterminatedLinesOfTheLineProtocolAreCharged() throws Exception {
    try (RawClient normal = http.raw()) {
      normal.send("normal ");
      attack("a".repeat(60_000));
      normal.send("line\n");
      assertThat(normal.line()).isEqualTo("normal line");
    }
  }

  @Test
  void bodiesThatNeverEndAreChargedToTheirClient() throws Exception {
    attack("POST /api/echo HTTP/1.1\r\nContent-Length: 90000\r\n\r\n" + "x".repeat(89_999));
    await().until(() -> answered().isPresent());
    assertThat(answered().orElseThrow().rest())
        .startsWith("HTTP/1.1 503 ")
        .contains("heap budget of 2097152 bytes");
  }

  /// Returns an attacker with an answer. The newest one is not always the last that connected,
  /// because several event loops read them.
  private Optional<RawClient> answered() throws IOException {
    for (RawClient attacker : attackers) {
      if (attacker.socket.getInputStream().available() > 0) {
        return Optional.of(attacker);
      }
    }
    return Optional.empty();
  }

  @Test
  void theNewestRequestOfTheLargestOwnerIsInterruptedAndAnswered() throws Exception {
    String post = "POST %s HTTP/1.1\r\nContent-Length: 90000\r\n\r\n" + "x".repeat(90_000);
    int fits = (BUDGET - 60_000) / 90_000 - 1;
    for (int i = 0; i < fits; i++) {
      RawClient attacker = new RawClient(ATTACKER, http.server.port());
      attackers.add(attacker.send(post.formatted("/wait")));
      int number = i + 1;
      await().until(() -> waiting.get() == number);
    }
    try (RawClient first = http.raw();
        RawClient second = http.raw()) {
      first.send(post.formatted("/wait"));
      await().until(() -> waiting.get() == fits + 1);
      assertThat(second.send(post.formatted("/api/echo")).answer()).startsWith("HTTP/1.1 200 ");
      assertThat(attackers.getLast().answer())
          .startsWith("HTTP/1.1 503 ")
          .contains("newest one of the client that holds most");
      assertThat(interrupted.get()).isPositive();
      release.countDown();
      assertThat(first.answer()).startsWith("HTTP/1.1 204 ");
      assertThat(attackers.getFirst().answer()).startsWith("HTTP/1.1 204 ");
    }
  }

  @Test
  void aWriterThatWaitsForItsClientIsInterrupted() throws Exception {
    int fits = BUDGET / (300 << 10);
    for (int i = 0; i < fits; i++) {
      attackers.add(
          new RawClient(ATTACKER, http.server.port()).send("GET /endless HTTP/1.1\r\n\r\n"));
    }
    await().until(() -> http.budget.heldBytes() > fits * (250L << 10));
    for (int i = 0; i < 7; i++) {
      attackers.add(
          http.raw()
              .send("POST /wait HTTP/1.1\r\nContent-Length: 90000\r\n\r\n" + "x".repeat(90_000)));
    }
    await().until(() -> waiting.get() == 7);
    await().until(() -> http.count("goku.http.requests.broken") >= 1);
  }

  @Test
  void answersThatAreHeldBackAreChargedUntilTheyAreSent() throws Exception {
    assertThat(http.get("/long").body()).hasSize(200_000);
    await().until(() -> http.budget.heldBytes() == 0);
    try (var small = new HttpFixture(HttpFixture.config(), new HeapBudget(150_000), routes, null)) {
      assertThat(small.get("/long").statusCode()).isEqualTo(413);
      await().until(() -> small.budget.heldBytes() == 0);
    }
  }

  @Test
  void everythingIsReleasedWhenClientsLeaveInTheMiddle() throws Exception {
    String begun = "POST /api/echo HTTP/1.1\r\nContent-Length: 9\r\n\r\nabc";
    String pipelined =
        "GET /wait HTTP/1.1\r\n\r\n" + "GET /api/echo HTTP/1.1\r\nA: b\r\n\r\n".repeat(20);
    for (String sent : List.of("GET /" + "a".repeat(3000), begun, pipelined, "line", "a\nb")) {
      try (RawClient client = http.raw()) {
        client.send(sent);
        await().until(() -> http.budget.heldBytes() > 0 || sent.equals("a\nb"));
      }
      await().until(() -> http.budget.heldBytes() == 0);
    }
  }
}
