package goku.root.slow;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import goku.http.HttpError;
import goku.http.HttpHandler;
import goku.http.HttpRequest;
import goku.http.HttpResponse;
import goku.http.access.Caller;
import goku.http.access.Grant;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.io.IOException;
import java.io.OutputStream;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class SlowQueriesTest {
  private static final HttpRequest REQUEST =
      new HttpRequest(
          "GET",
          "/api/query",
          Map.of("m", List.of("sum:cpu{host=a}")),
          Map.of("user-agent", "Grafana/12"),
          new byte[0],
          "/10.0.0.1:5000",
          new Caller("anna", Grant.ALL));

  private final AtomicLong nanos = new AtomicLong();
  private final SimpleMeterRegistry registry = new SimpleMeterRegistry();
  private final LoggedLines log = new LoggedLines();
  private final SlowQueries slow = new SlowQueries(Duration.ofSeconds(10), registry, nanos::get);

  /// Returns a handler that admits requests after three seconds.
  private HttpHandler door(HttpHandler behind) {
    return request -> {
      pass(3_000);
      return behind.handle(request);
    };
  }

  @AfterEach
  void close() {
    log.close();
  }

  @Test
  void aSlowQueryIsLoggedWithClientRequestAndStages() throws Exception {
    ask(
        REQUEST,
        request -> {
          QueryTrace trace = QueryTrace.current();
          trace.took(Stage.PLAN, TimeUnit.MILLISECONDS.toNanos(500));
          trace.took(Stage.NODES, TimeUnit.MILLISECONDS.toNanos(2_500));
          pass(3_000);
          return answerAfter(
              4_000,
              () ->
                  trace.read(
                      7, 900, TimeUnit.MILLISECONDS.toNanos(80), List.of("tier 2", "short")));
        });
    assertThat(log.lines())
        .containsExactly(
            "took=10000 queue=3000 plan=500 nodes=2500 answer=4000 work=80 status=200 user=anna"
                + " client=/10.0.0.1:5000 agent=Grafana/12 series=7 datapoints=900 bytes=5"
                + " origins=\"short,tier 2\" query=\"GET /api/query?m=sum:cpu{host=a}\"");
    assertThat(log.events().getFirst().getKeyValuePairs())
        .anyMatch(pair -> pair.key.equals("user") && "anna".equals(pair.value));
    assertThat(count(true)).isEqualTo(1);
  }

  @Test
  void aFastQueryIsNotLogged() throws Exception {
    ask(REQUEST, request -> answerAfter(6_999, () -> {}));
    assertThat(log.lines()).isEmpty();
    assertThat(count(true)).isZero();
  }

  @Test
  void aRejectedOrInterruptedQueryIsLoggedWithTheReason() {
    assertThatThrownBy(
            () ->
                ask(
                    REQUEST,
                    request -> {
                      pass(60_000);
                      throw new HttpError(408, "took longer");
                    }))
        .isInstanceOf(HttpError.class);
    assertThatThrownBy(
            () ->
                ask(
                    REQUEST,
                    request ->
                        answerAfter(
                            9_000,
                            () -> {
                              throw new IllegalStateException("client gone");
                            })))
        .hasMessage("client gone");
    assertThat(log.lines()).hasSize(2);
    assertThat(log.lines().getFirst()).contains("status=408", "error=\"took longer\"");
    assertThat(log.lines().getLast()).contains("status=200", "error=\"client gone\"");
  }

  @Test
  void aBodyIsLoggedAndAVeryLongQueryIsCut() throws Exception {
    String body = "{\"queries\":[\n{\"metric\":\"" + "m".repeat(9_000) + "\"}]}";
    var post =
        new HttpRequest(
            "POST", "/api/query", Map.of(), Map.of(), body.getBytes(UTF_8), "/10.0.0.1:5000");
    ask(post, request -> answerAfter(8_000, () -> {}));
    assertThat(log.lines().getFirst())
        .contains("user=-", "query=\"POST /api/query {\\\"queries\\\":[ {", "more characters)")
        .doesNotContain("\n")
        .hasSizeLessThan(SlowQueryLine.LONGEST_QUERY + 300);
  }

  @Test
  void noMoreThanSixtyAMinuteAreLoggedAndTheOthersCounted() throws Exception {
    // a zero threshold, because no time passes in this test
    var all = new SlowQueries(Duration.ZERO, registry, nanos::get);
    HttpHandler quick = all.watch(UnaryOperator.identity(), request -> answerAfter(0, () -> {}));
    for (int i = 0; i < SlowQueries.LINES_PER_MINUTE + 5; i++) {
      write(quick.handle(REQUEST));
    }
    assertThat(log.lines()).hasSize(SlowQueries.LINES_PER_MINUTE);
    assertThat(count(false)).isEqualTo(5);
    pass(60_000);
    write(quick.handle(REQUEST));
    assertThat(log.lines().getLast()).contains("not-logged-before=5");
  }

  private void ask(HttpRequest request, HttpHandler handler) throws Exception {
    write(slow.watch(this::door, handler).handle(request));
  }

  private static void write(HttpResponse response) throws IOException {
    response.body().writeTo(OutputStream.nullOutputStream());
  }

  private HttpResponse answerAfter(long millis, Runnable then) {
    return new HttpResponse(
        200,
        HttpResponse.JSON,
        Map.of(),
        out -> {
          out.write("[{}".getBytes(UTF_8));
          out.write(']');
          out.write('\n');
          pass(millis);
          then.run();
        });
  }

  private void pass(long millis) {
    nanos.addAndGet(TimeUnit.MILLISECONDS.toNanos(millis));
  }

  private double count(boolean logged) {
    return registry
        .get("goku.root.slow.queries")
        .tag("logged", Boolean.toString(logged))
        .counter()
        .count();
  }
}
