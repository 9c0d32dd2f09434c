package goku.http.server;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import goku.eventloop.EventLoop;
import goku.http.HttpError;
import goku.http.HttpResponse;
import goku.http.Routes;
import goku.http.WholeResponse;
import goku.http.access.Need;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/// Tests of the threads that answer: request threads are named `http-` and a number, event loops
/// `http-loop-`. The time of an answer depends on the machine, so each request is repeated until
/// its answer was fast.
@Timeout(60)
class HttpEventLoopTest {
  private static final int MANY = 17 << 10;

  private final List<String> handled = new CopyOnWriteArrayList<>();
  private final List<String> finished = new CopyOnWriteArrayList<>();
  private final HttpFixture http =
      new HttpFixture(
          new Routes()
              .add("/plain", request -> answered("plain"))
              .addOnEventLoop("/quick", Need.LOGIN, request -> answered("quick"))
              .addOnEventLoop("/waits", Need.LOGIN, request -> waited())
              .addOnEventLoop("/long", Need.LOGIN, request -> answered("x".repeat(MANY)))
              .addOnEventLoop("/wrong", Need.LOGIN, request -> refused()));

  private RawClient client;

  @BeforeEach
  void connect() throws Exception {
    client = http.raw();
  }

  @AfterEach
  void stop() throws Exception {
    client.close();
    http.close();
  }

  @Test
  void theFirstRequestOfAConnectionHasAThread() throws Exception {
    assertThat(ask("/quick")).endsWith("quick");
    assertThat(handled).hasSize(1).noneMatch(HttpEventLoopTest::isLoop);
  }

  @Test
  void afterAQuickAnswerTheLoopAnswersItself() throws Exception {
    askOnLoop("/quick");
    await().until(() -> http.count("goku.http.at.once", "answered", "true") > 0);
  }

  @Test
  void otherRoutesAlwaysHaveAThread() throws Exception {
    askOnLoop("/quick");
    handled.clear();
    assertThat(ask("/plain")).endsWith("plain");
    assertThat(handled).hasSize(1).noneMatch(HttpEventLoopTest::isLoop);
  }

  @Test
  void whatWouldWaitBeginsAnewOnAThread() throws Exception {
    assertThat(askOnLoop("/waits")).endsWith("waited");
    assertThat(handled).hasSize(2);
    assertThat(isLoop(handled.getLast())).isFalse();
    assertThat(finished).hasSize(1).noneMatch(HttpEventLoopTest::isLoop);
    await().until(() -> http.count("goku.http.at.once", "answered", "false") == 1);
  }

  @Test
  void aLongBodyIsWrittenByAThread() throws Exception {
    assertThat(askOnLoop("/long")).endsWith("x".repeat(MANY));
    assertThat(isLoop(handled.getLast())).isFalse();
  }

  @Test
  void anErrorIsAnAnswerToo() throws Exception {
    assertThat(askOnLoop("/wrong")).startsWith("HTTP/1.1 400 ").contains("no such thing");
    assertThat(handled).hasSize(1).allMatch(HttpEventLoopTest::isLoop);
  }

  @Test
  void requestsSentTogetherAreAnsweredInTheirOrder() throws Exception {
    askOnLoop("/quick");
    String[] paths = {"/quick", "/plain", "/quick", "/waits", "/quick"};
    for (String path : paths) {
      client.send(request(path));
    }
    for (String path : paths) {
      assertThat(client.answer()).endsWith(path.equals("/waits") ? "waited" : path.substring(1));
    }
  }

  private HttpResponse answered(String body) throws Exception {
    handled.add(Thread.currentThread().getName());
    return WholeResponse.of(
        new HttpResponse(200, "text/plain", Map.of(), out -> out.write(body.getBytes(UTF_8))));
  }

  private HttpResponse waited() throws Exception {
    handled.add(Thread.currentThread().getName());
    EventLoop.leave();
    finished.add(Thread.currentThread().getName());
    return HttpResponse.text(200, "waited");
  }

  private HttpResponse refused() {
    handled.add(Thread.currentThread().getName());
    throw new HttpError(400, "no such thing");
  }

  /// The answer that a loop gave, or tried to.
  private String askOnLoop(String path) throws Exception {
    while (true) {
      ask("/quick");
      handled.clear();
      finished.clear();
      String answer = ask(path);
      if (isLoop(handled.getFirst())) {
        return answer;
      }
    }
  }

  private String ask(String path) throws Exception {
    return client.send(request(path)).answer();
  }

  private static String request(String path) {
    return "GET " + path + " HTTP/1.1\r\nHost: localhost\r\n\r\n";
  }

  private static boolean isLoop(String thread) {
    return thread.startsWith("http-loop");
  }
}
