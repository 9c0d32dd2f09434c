package goku.ingest;

import goku.model.MetricPrefix;
import goku.model.Namespace;
import goku.model.Namespaces;
import goku.testkit.namespace.NamespaceBuilder;
import java.util.List;

/// Namespaces for tests.
public final class TestNamespaces {
  private TestNamespaces() {}

  /// Returns a namespace with 2 x 2 shards and a backfill window of two hours.
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
