package goku.root.conformance;

import static java.nio.charset.StandardCharsets.UTF_8;

import goku.http.HttpRequest;
import goku.model.SeriesName;
import goku.model.Sharding;
import goku.root.Reply;
import goku.root.RootConfig;
import goku.root.RootFixture;
import goku.root.conformance.comparison.Comparison;
import goku.root.conformance.corpus.CaseTokens;
import goku.root.conformance.corpus.DataSet;
import goku.root.conformance.corpus.LookupAnswer;
import goku.root.conformance.corpus.RecordedCase;
import goku.root.conformance.corpus.RecordedRequest;
import goku.root.conformance.corpus.Shift;
import goku.testkit.shard.TypedValue;
import java.net.URLDecoder;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// A root and shards with the data set of the corpus.
final class Cluster implements AutoCloseable {
  /// The current time, after the data set, because some cases query until now.
  private static final Instant NOW = Instant.parse("2026-11-21T00:00:00Z");

  private final RootFixture root;
  private final Instant now;

  Cluster(RootConfig config, Sharding sharding) {
    this(new RootFixture(config, NOW, RootFixture.namespace("ns1", sharding)), NOW);
    for (DataSet.Point point : DataSet.points(Shift.NONE)) {
      root.put(
          SeriesName.of(point.metric(), point.tags()),
          point.timestampMillis(),
          TypedValue.parsed(point.value()));
    }
  }

  /// Creates a cluster with other data.
  Cluster(RootFixture root, Instant now) {
    this.root = root;
    this.now = now;
  }

  void check(RecordedCase recorded) throws Exception {
    Reply reply = answer(recorded);
    new Comparison(recorded, Shift.NONE, now)
        .check(reply.status(), reply.contentType(), reply.body());
  }

  Reply answer(RecordedCase recorded) throws Exception {
    return root.answer(request(recorded));
  }

  /// Answers on an event loop. Returns empty if the case needs a thread.
  Optional<Reply> onEventLoop(RecordedCase recorded) throws Exception {
    return root.onEventLoop(request(recorded));
  }

  private HttpRequest request(RecordedCase recorded) {
    var tokens = new CaseTokens(Shift.NONE, now, this::tsuid);
    RecordedRequest request = recorded.request();
    String[] target = request.target(tokens).split("\\?", 2);
    return new HttpRequest(
        request.method(),
        target[0],
        target.length == 1 ? Map.of() : parameters(target[1]),
        Map.of("content-type", "application/json"),
        request.body(tokens),
        "test");
  }

  private String tsuid(String series) {
    var lookup =
        new HttpRequest(
            "GET", "/api/search/lookup", Map.of("m", List.of(series)), Map.of(), new byte[0], "");
    try {
      return LookupAnswer.tsuid(series, root.answer(lookup).body());
    } catch (Exception e) {
      throw new AssertionError("cannot look up " + series, e);
    }
  }

  private static Map<String, List<String>> parameters(String query) {
    Map<String, List<String>> parameters = new LinkedHashMap<>();
    for (String parameter : query.split("&", -1)) {
      String[] parts = parameter.split("=", 2);
      parameters
          .computeIfAbsent(decoded(parts[0]), first -> new ArrayList<>())
          .add(parts.length == 1 ? "" : decoded(parts[1]));
    }
    return parameters;
  }

  private static String decoded(String text) {
    return URLDecoder.decode(text, UTF_8);
  }

  @Override
  public void close() {
    root.close();
  }
}
