package goku.root;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import goku.http.AccessCheck;
import goku.http.HttpError;
import goku.http.access.Caller;
import goku.http.access.Grant;
import goku.http.access.Need;
import goku.model.MetricPrefix;
import goku.model.SeriesName;
import goku.model.Sharding;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/// Tests of a caller who may read one of two namespaces: the other looks empty at every endpoint.
class NamespaceAccessTest {
  private static final Instant NOW = Instant.parse("2026-03-01T13:00:00Z");
  private static final Caller THEIRS = caller("roles=read", "namespaces=theirs");
  private static final Caller OURS = caller("roles=read", "namespaces=ours");

  private final RootFixture root =
      new RootFixture(
          RootFixture.config("--allow-delete"),
          NOW,
          RootFixture.namespace("ours", new Sharding(2, 2)),
          RootFixture.namespace(
              "theirs", new Sharding(1, 3), new MetricPrefix("their.", Instant.EPOCH)));

  private static Caller caller(String... grant) {
    return new Caller("someone", Grant.parse(List.of(grant)));
  }

  @BeforeEach
  void fill() {
    for (int host = 0; host < 5; host++) {
      put("our.secret", Map.of("ourkey", "ourvalue" + host));
      put("their.load", Map.of("host", "h" + host));
    }
  }

  private void put(String metric, Map<String, String> tags) {
    root.put(SeriesName.of(metric, tags), NOW.minus(Duration.ofMinutes(5)).toEpochMilli(), 1);
  }

  @AfterEach
  void close() {
    root.close();
  }

  private Reply get(Caller caller, String path, String... parameters) throws Exception {
    return caller.call(() -> root.get(path, parameters));
  }

  @Test
  void noAnswerContainsDataOfAnotherNamespace() throws Exception {
    String tsuid = tsuid();
    String[][] questions = {
      {"/api/query", "start", "1h-ago", "m", "sum:our.secret"},
      {"/api/query", "start", "1h-ago", "m", "sum:our.secret{ourkey=*}"},
      {"/api/query", "start", "1h-ago", "tsuid", "sum:" + tsuid},
      {"/api/query", "start", "1h-ago", "m", "sum:our.secret", "page", "100"},
      {"/api/query/gexp", "start", "1h-ago", "exp", "scale(sum:our.secret,2)"},
      {"/api/query/last", "timeseries", "our.secret", "resolve", "true"},
      {"/api/query/last", "tsuids", tsuid, "resolve", "true"},
      {"/api/suggest", "type", "metrics"},
      {"/api/suggest", "type", "tagk"},
      {"/api/suggest", "type", "tagv"},
      {"/api/search/lookup", "m", "our.secret"},
      {"/api/search/lookup", "m", "*{ourkey=*}"},
      {"/api/goku/top"},
      {"/api/goku/top/tags", "metric", "our.secret"},
    };
    for (String[] question : questions) {
      String[] parameters = List.of(question).subList(1, question.length).toArray(String[]::new);
      String described = String.join(" ", question);
      assertThat(shown(get(OURS, question[0], parameters)))
          .as("to its owner: " + described)
          .isTrue();
      assertThat(shown(get(THEIRS, question[0], parameters)))
          .as("to others: " + described)
          .isFalse();
    }
  }

  @Test
  void aCorrelationSearchComparesWhatTheCallerMayRead() throws Exception {
    for (int minute = 1; minute < 15; minute++) {
      long time = NOW.minus(Duration.ofMinutes(minute)).toEpochMilli();
      for (String metric : List.of("our.twin", "their.twin")) {
        root.put(SeriesName.of(metric, Map.of("host", "h")), time, (double) minute * minute);
      }
    }
    String[] search = {"start", "30m-ago", "interval", "1m", "needle", "sum:their.twin"};
    Reply reply = get(THEIRS, "/api/goku/correlate", search);
    assertThat(reply.status()).as(reply.body()).isEqualTo(200);
    assertThat(reply.body()).contains("their.twin").doesNotContain("our.");
    String[] changes = {"start", "5m-ago", "baseline", "9m", "interval", "1m"};
    assertThat(get(THEIRS, "/api/goku/changes", changes).body())
        .contains("their.twin")
        .doesNotContain("our.");
    search[5] = "sum:our.twin";
    assertThat(get(THEIRS, "/api/goku/correlate", search).status()).isEqualTo(400);
    assertThat(get(OURS, "/api/goku/correlate", search).body())
        .contains("our.twin")
        .doesNotContain("their.");
  }

  /// Returns whether an answer contains our data. Errors and empty answers only repeat the request.
  private static boolean shown(Reply reply) {
    boolean isEmpty =
        reply.body().contains("\"results\":[]") || reply.body().contains("\"keys\":[]");
    return reply.status() == 200
        && !isEmpty
        && (reply.body().contains("ourkey")
            || reply.body().contains("ourvalue")
            || reply.body().contains("\"our.secret\""));
  }

  private String tsuid() throws Exception {
    String found = get(OURS, "/api/search/lookup", "m", "our.secret").body();
    int at = found.indexOf("\"tsuid\":\"") + 9;
    return found.substring(at, found.indexOf('"', at));
  }

  @Test
  void aMetricOfAnotherNamespaceLooksNonexistent() throws Exception {
    Reply hidden = get(THEIRS, "/api/query", "start", "1h-ago", "m", "sum:our.secret");
    Reply unknown = get(THEIRS, "/api/query", "start", "1h-ago", "m", "sum:our.nothing");
    assertThat(hidden.status()).isEqualTo(200);
    assertThat(hidden.body()).isEqualTo("[]");
    assertThat(hidden).isEqualTo(unknown);
  }

  @Test
  void theCallersOwnNamespaceIsAnswered() throws Exception {
    Reply reply = get(THEIRS, "/api/query", "start", "1h-ago", "m", "sum:their.load");
    assertThat(reply.status()).isEqualTo(200);
    assertThat(reply.body()).contains("their.load", ":5");
    assertThat(get(THEIRS, "/api/suggest", "type", "metrics").body()).isEqualTo("[\"their.load\"]");
  }

  @Test
  void onlyAnAdministratorDeletes() throws Exception {
    for (Caller caller : List.of(OURS, caller("roles=read,write"))) {
      Reply refused =
          caller.call(
              () -> root.send("DELETE", "/api/query", "start", "1h-ago", "m", "sum:our.secret"));
      assertThat(refused.status()).isEqualTo(403);
      assertThat(refused.body()).contains("role admin");
    }
    Reply deleted =
        caller("roles=read,admin")
            .call(
                () -> root.send("DELETE", "/api/query", "start", "1h-ago", "m", "sum:our.secret"));
    assertThat(deleted.status()).isEqualTo(200);
  }

  @Test
  void rolesOfTheWholeProcessAreNotLimitedToNamespaces() {
    assertThatThrownBy(() -> caller("roles=admin", "namespaces=ours"))
        .hasMessageContaining("whole process");
    assertThatThrownBy(() -> caller("namespaces=ours")).hasMessageContaining("roles=");
    assertThatThrownBy(() -> AccessCheck.require(OURS, Need.ADMIN)).isInstanceOf(HttpError.class);
  }
}
