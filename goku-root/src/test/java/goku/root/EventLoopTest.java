package goku.root;

import static org.assertj.core.api.Assertions.assertThat;

import goku.http.HttpRequest;
import goku.model.SeriesName;
import goku.model.Sharding;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/// Tests of requests on an event loop. A request that moves to a thread must leave no trace.
class EventLoopTest {
  private static final long START = 1_800_000_000;
  private static final int TRIES = 1000;

  private RootFixture root = root();

  private static RootFixture root(String... flags) {
    var fixture =
        new RootFixture(
            RootFixture.config(flags),
            Instant.ofEpochSecond(START + 600),
            RootFixture.namespace("ns1", new Sharding(1, 1)));
    fixture.begin();
    for (int i = 0; i < 100; i++) {
      fixture.put(SeriesName.of("cpu", Map.of("host", "h" + i)), START * 1000, i);
    }
    return fixture;
  }

  @AfterEach
  void close() {
    root.close();
  }

  @Test
  void aQueryOfFewSeriesIsAnsweredAndNotedOnce() throws Exception {
    Reply reply = answered("sum:cpu{host=h7}");
    assertThat(reply.status()).isEqualTo(200);
    assertThat(reply.body()).contains("\"" + START + "\":7");
    assertThat(root.queried().of("cpu").orElseThrow().count()).isOne();
    assertThat(count("at-once")).isOne();
    assertThat(root.get("/api/stats/query").body()).containsOnlyOnce("\"code\":200");
  }

  @Test
  void aWrongQueryIsRefusedAtOnce() throws Exception {
    assertThat(ask("m", "best:cpu{host=h7}").orElseThrow().status()).isEqualTo(400);
  }

  @Test
  void manySeriesNeedAThread() throws Exception {
    assertLeft("m", "sum:cpu");
  }

  @Test
  void anUnknownNameThatIsAnErrorNeedsAThread() throws Exception {
    close();
    root = root("--skip-unresolved=false");
    assertLeft("m", "sum:nothing");
    assertLeft("m", "sum:cpu{host=nobody}");
  }

  @Test
  void aPageNeedsAThread() throws Exception {
    assertLeft("m", "sum:cpu{host=h7}", "page", "true");
  }

  @Test
  void aQueryByIdentifierNeedsAThread() throws Exception {
    String lookup = root.get("/api/search/lookup", "m", "cpu{host=h7}").body();
    String tsuid = lookup.replaceAll("(?s).*\"tsuid\":\"([^\"]*)\".*", "$1");
    assertLeft("tsuid", "sum:" + tsuid);
  }

  @Test
  void aRateLimitedQueryNeedsAThread() throws Exception {
    for (String rate : List.of("rate-limit", "rate-limit-per-client", "rate-limit-per-metric")) {
      close();
      root = root("--" + rate + "=1000");
      assertLeft("m", "sum:cpu{host=h7}");
    }
  }

  private void assertLeft(String... parameters) throws Exception {
    double before = count("at-once");
    assertThat(ask(parameters)).isEmpty();
    assertThat(root.get("/api/stats/query").body()).contains("\"running\":[]", "\"completed\":[]");
    assertThat(root.queried().of("cpu")).isEmpty();
    assertThat(count("at-once")).isEqualTo(before);
    assertThat(root.meters().get("goku.root.admission.running").gauge().value()).isZero();
  }

  /// Retries the query until the event loop answers it in time.
  private Reply answered(String query) throws Exception {
    for (int i = 0; i < TRIES; i++) {
      Optional<Reply> reply = ask("m", query);
      if (reply.isPresent()) {
        return reply.get();
      }
    }
    throw new AssertionError("never answered");
  }

  private Optional<Reply> ask(String... parameters) throws Exception {
    Map<String, List<String>> map = new LinkedHashMap<>();
    map.put("start", List.of(Long.toString(START - 60)));
    for (int i = 0; i < parameters.length; i += 2) {
      map.put(parameters[i], List.of(parameters[i + 1]));
    }
    return root.onEventLoop(
        new HttpRequest("GET", "/api/query", map, Map.of(), new byte[0], "test"));
  }

  private double count(String outcome) {
    var counter = root.meters().find("goku.root.admission").tag("outcome", outcome).counter();
    return counter == null ? 0 : counter.count();
  }
}
