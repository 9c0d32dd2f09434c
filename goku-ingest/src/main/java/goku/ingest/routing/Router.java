package goku.ingest.routing;

import goku.ingest.limit.NamespaceGate;
import goku.ingest.parse.Datapoint;
import goku.model.Namespace;
import goku.model.Namespaces;
import goku.model.StoredMetric;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import java.util.function.ToLongFunction;
import org.jspecify.annotations.Nullable;

/// The lookup of a datapoint's namespace (section 5.1 of the paper), without allocation. Immutable.
public final class Router {
  private final Namespaces namespaces;
  private final NamespaceRoute[] routes;
  private final int shards;
  private final boolean isRenaming;

  /// Creates a router to topics that exist, without limits of series.
  public Router(Namespaces namespaces) {
    this(namespaces, _ -> NamespaceGate.OPEN);
  }

  /// Creates a router to topics that exist.
  ///
  /// @param gates the limits of series
  public Router(Namespaces namespaces, Function<Namespace, NamespaceGate> gates) {
    this(
        namespaces,
        _ -> Long.MIN_VALUE,
        namespace -> NamespaceTopic.ready(namespace.kafkaTopic()),
        gates);
  }

  /// @param keptFrom the first millisecond that all shards of a namespace keep
  /// @param gates the limits of series
  Router(
      Namespaces namespaces,
      ToLongFunction<Namespace> keptFrom,
      Function<Namespace, NamespaceTopic> topics,
      Function<Namespace, NamespaceGate> gates) {
    this.namespaces = namespaces;
    isRenaming = !namespaces.renames().isEmpty();
    List<NamespaceRoute> all = new ArrayList<>();
    int firstSlot = 0;
    for (Namespace namespace : namespaces.all()) {
      all.add(
          new NamespaceRoute(
              firstSlot,
              namespace,
              namespace.backfill().toMillis(),
              namespace.memoryTtl().toMillis(),
              () -> keptFrom.applyAsLong(namespace),
              topics.apply(namespace),
              gates.apply(namespace)));
      firstSlot += namespace.sharding().shards();
    }
    routes = all.toArray(NamespaceRoute[]::new);
    shards = firstSlot;
  }

  /// Returns the number of shards of all namespaces.
  int shards() {
    return shards;
  }

  /// Returns the entry of a renamed metric; null if the metric is stored under its own name.
  @Nullable StoredMetric renamed(Datapoint point) {
    return isRenaming
        ? namespaces.renames().of(point.metric(), point.metricLength(), point.metricHash())
        : null;
  }

  NamespaceRoute route(Datapoint point) {
    return routes[
        namespaces.indexOf(point.metric(), point.metricLength(), point.timestampMillis())];
  }
}
