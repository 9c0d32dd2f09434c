package goku.root.conformance;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import goku.http.HttpRequest;
import goku.model.SeriesName;
import goku.model.Sharding;
import goku.root.Reply;
import goku.root.RootFixture;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.zip.GZIPInputStream;

/// The data set of the corpus on some shards.
final class Cluster implements AutoCloseable {
  /// After the data set; some cases ask for everything until now.
  private static final Instant NOW = CaseTokens.T0.plus(Duration.ofDays(19));

  private final RootFixture root;

  Cluster(Sharding sharding) throws IOException {
    root = new RootFixture(RootFixture.DEFAULTS, NOW, RootFixture.namespace("ns1", sharding));
    load();
  }

  Reply answer(RecordedCase recorded) throws Exception {
    var tokens = new CaseTokens(NOW, this::tsuid);
    recorded.steps().forEach(step -> put(tokens.fill(step.get("body"))));
    return root.answer(recorded.request(tokens));
  }

  /// The steps of cases are requests to `/api/put`, which is not an endpoint of the root.
  private void put(JsonNode points) {
    for (JsonNode point : points) {
      Map<String, String> tags = new LinkedHashMap<>();
      point
          .get("tags")
          .properties()
          .forEach(tag -> tags.put(tag.getKey(), tag.getValue().asText()));
      root.put(
          SeriesName.of(point.get("metric").asText(), tags),
          point.get("timestamp").asLong() * 1000,
          point.get("value").asDouble());
    }
  }

  /// What a lookup tells of the series, which is written as `metric{key=value,..}`.
  private String tsuid(String series) {
    Map<String, List<String>> parameters = Map.of("m", List.of(series));
    var lookup =
        new HttpRequest("GET", "/api/search/lookup", parameters, Map.of(), new byte[0], "test");
    try {
      String tags = series.substring(series.indexOf('{') + 1, series.length() - 1);
      for (JsonNode found :
          new ObjectMapper().readTree(root.answer(lookup).body()).get("results")) {
        if (found.get("tags").size() == tags.split(",", -1).length) {
          return found.get("tsuid").asText();
        }
      }
      throw new AssertionError("no lookup finds " + series);
    } catch (Exception e) {
      throw new AssertionError("cannot look up " + series, e);
    }
  }

  /// Lines of `metric timestamp value key=value..`, timestamps in seconds or milliseconds.
  private void load() throws IOException {
    try (var in = Cluster.class.getResourceAsStream("/conformance/dataset.txt.gz");
        var lines = new BufferedReader(new InputStreamReader(new GZIPInputStream(in), UTF_8))) {
      for (String line = lines.readLine(); line != null; line = lines.readLine()) {
        String[] words = line.split(" ", -1);
        Map<String, String> tags = new LinkedHashMap<>();
        for (int i = 3; i < words.length; i++) {
          String[] tag = words[i].split("=", 2);
          tags.put(tag[0], tag[1]);
        }
        long timestamp = Long.parseLong(words[1]);
        root.put(
            SeriesName.of(words[0], tags),
            timestamp < 100_000_000_000L ? timestamp * 1000 : timestamp,
            Double.parseDouble(words[2]));
      }
    }
  }

  @Override
  public void close() {
    root.close();
  }
}
