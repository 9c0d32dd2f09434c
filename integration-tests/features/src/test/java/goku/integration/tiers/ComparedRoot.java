package goku.integration.tiers;

import static org.assertj.core.api.Assertions.assertThat;

import goku.config.ConfigLoader;
import goku.http.HttpError;
import goku.http.HttpRequest;
import goku.http.HttpResponse;
import goku.http.Routes;
import goku.integration.query.AskedQuery;
import goku.integration.query.Comparison;
import goku.integration.query.ProductAnswer;
import goku.integration.reference.Answer;
import goku.kafka.KafkaConfig;
import goku.longterm.LongService;
import goku.model.Disk;
import goku.model.Namespace;
import goku.model.Namespaces;
import goku.model.ShardId;
import goku.model.SharedSettings;
import goku.query.shard.ShardData;
import goku.root.RootConfig;
import goku.root.RootService;
import goku.root.StoreReplicas;
import goku.rpc.LocalStorageNode;
import goku.rpc.Replicas;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// A root before a GokuL and a GokuS that has what it should have at a moment.
final class ComparedRoot implements AutoCloseable {
  private final Namespace namespace;
  private final TierData data;
  private final Instant now;
  private final LocalStorageNode shortNode;
  private final LocalStorageNode longNode;
  private final RootService root;
  private final Routes routes = new Routes();

  ComparedRoot(Namespace namespace, TierData data, LongService longTerm, InstantSource clock) {
    this.namespace = namespace;
    this.data = data;
    now = clock.instant();
    Map<ShardId, ShardData> memory = GokuS.inMemory(namespace, data, now);
    shortNode = new LocalStorageNode(id -> Optional.ofNullable(memory.get(id)), 1);
    longNode = new LocalStorageNode(longTerm::shard, 1);
    root =
        new RootService(
            ConfigLoader.defaults(RootConfig.class, "--strict"),
            SharedSettings.fixed(new Namespaces(List.of(namespace))),
            new StoreReplicas(Replicas.of(shortNode), Replicas.of(longNode), "here"),
            (KafkaConfig) null,
            new SimpleMeterRegistry(),
            clock);
    root.addRoutes(routes);
  }

  /// Asks some queries, and the flat reference over the data.
  void compare(int step, int queries) throws Exception {
    Disk disk = namespace.disk().orElseThrow();
    var reference = new FlatReference(data.series(), disk, now);
    for (AskedQuery query : TierQueries.of(step, disk, namespace.memoryTtl(), now, queries)) {
      Answer wanted = reference.answer(query.request());
      ProductAnswer found = answer(query);
      assertThat(
              Comparison.WITH_REFERENCE.difference(
                  wanted.status(), wanted.series(), found.status(), found.series()))
          .as("at %s: %s", now, query)
          .isEmpty();
    }
  }

  private ProductAnswer answer(AskedQuery query) throws Exception {
    try {
      HttpResponse response = routes.find("/api/query").orElseThrow().handle(query.http());
      return ProductAnswer.read(response.status(), bytes(response));
    } catch (HttpError e) {
      return new ProductAnswer(e.status(), List.of(), String.valueOf(e.getMessage()));
    }
  }

  /// The body of the answer to a GET.
  String get(String path, String name, String value) throws Exception {
    var request =
        new HttpRequest("GET", path, Map.of(name, List.of(value)), Map.of(), new byte[0], "test");
    HttpResponse response = routes.find(path).orElseThrow().handle(request);
    return new String(bytes(response), StandardCharsets.UTF_8);
  }

  private static byte[] bytes(HttpResponse response) throws Exception {
    var out = new ByteArrayOutputStream();
    response.body().writeTo(out);
    return out.toByteArray();
  }

  @Override
  public void close() {
    root.close();
    longNode.close();
    shortNode.close();
  }
}
