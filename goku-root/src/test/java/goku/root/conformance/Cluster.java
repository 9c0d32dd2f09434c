package goku.root.conformance;

import static java.nio.charset.StandardCharsets.UTF_8;

import goku.http.Routes;
import goku.model.Namespace;
import goku.model.Namespaces;
import goku.model.SeriesName;
import goku.model.Sharding;
import goku.root.RootConfig;
import goku.root.RootService;
import goku.rpc.LocalStorageNode;
import goku.testkit.MemoryShards;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.zip.GZIPInputStream;

/// The data set of the corpus on some shards of two nodes, and a root before them.
final class Cluster implements AutoCloseable {
  /// After the data set; some cases ask for everything until now.
  static final Instant NOW = CaseTokens.T0.plus(Duration.ofDays(19));

  private final List<LocalStorageNode> nodes = new ArrayList<>();
  private final RootService root;
  private final Routes routes = new Routes();

  Cluster(Sharding sharding) throws IOException {
    var namespaces =
        new Namespaces(
            List.of(
                new Namespace(
                    "ns1",
                    true,
                    Duration.ofHours(2),
                    Duration.ofDays(30),
                    Optional.empty(),
                    "goku-ns1",
                    "goku",
                    sharding,
                    List.of())));
    var shards = new MemoryShards(namespaces);
    load(shards);
    nodes.add(new LocalStorageNode(shards::shard, 1));
    nodes.add(new LocalStorageNode(shards::shard, 2));
    root =
        new RootService(
            new RootConfig(Duration.ofSeconds(60), 1_000_000, 1_000_000_000, false),
            namespaces,
            shard -> Optional.of(nodes.get(shard.shard() % 2)),
            new SimpleMeterRegistry(),
            () -> NOW);
    root.addRoutes(routes);
  }

  Reply answer(RecordedCase recorded) throws Exception {
    return Reply.to(recorded.request(new CaseTokens(NOW)), routes);
  }

  /// Lines of `metric timestamp value key=value..`, timestamps in seconds or milliseconds.
  private static void load(MemoryShards shards) throws IOException {
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
        shards.put(
            SeriesName.of(words[0], tags),
            timestamp < 100_000_000_000L ? timestamp * 1000 : timestamp,
            Double.parseDouble(words[2]));
      }
    }
  }

  @Override
  public void close() {
    root.close();
    nodes.forEach(LocalStorageNode::close);
  }
}
