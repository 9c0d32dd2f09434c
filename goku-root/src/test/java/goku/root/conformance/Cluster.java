package goku.root.conformance;

import static java.nio.charset.StandardCharsets.UTF_8;

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
    return root.answer(recorded.request(new CaseTokens(NOW)));
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
