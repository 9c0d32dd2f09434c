package goku.ingest;

import goku.model.MetricPrefix;
import goku.model.Namespace;
import goku.model.Namespaces;
import goku.model.Sharding;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/// Namespaces that tests make up.
public final class TestNamespaces {
  private TestNamespaces() {}

  /// A namespace with 2 x 2 shards that takes datapoints for two hours.
  public static Namespace namespace(String name, boolean isDefault, MetricPrefix... metrics) {
    return new Namespace(
        name,
        isDefault,
        Duration.ofHours(2),
        Duration.ofDays(1),
        Optional.empty(),
        "goku-" + name,
        name,
        new Sharding(2, 2),
        List.of(metrics));
  }

  public static Namespaces one() {
    return new Namespaces(List.of(namespace("ns1", true)));
  }
}
