package goku.ingest;

import goku.model.MetricPrefix;
import goku.model.Namespace;
import goku.model.Namespaces;
import goku.testkit.namespace.NamespaceBuilder;
import java.util.List;

/// Namespaces that tests make up.
public final class TestNamespaces {
  private TestNamespaces() {}

  /// A namespace with 2 x 2 shards that takes datapoints for two hours.
  public static Namespace namespace(String name, boolean isDefault, MetricPrefix... metrics) {
    return NamespaceBuilder.namespace(name)
        .isDefault(isDefault)
        .s3Bucket(name)
        .shards(2, 2)
        .metrics(List.of(metrics))
        .build();
  }

  public static Namespaces one() {
    return new Namespaces(List.of(namespace("ns1", true)));
  }
}
