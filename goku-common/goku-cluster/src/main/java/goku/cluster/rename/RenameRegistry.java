package goku.cluster.rename;

import goku.cluster.ClusterClient;
import goku.cluster.SharedEntry;
import goku.model.MetricRenames;
import goku.service.ClusterException;
import java.io.IOException;

/// The renamed metrics in ZooKeeper.
final class RenameRegistry {
  static final String PATH = "/goku/renames";

  /// The limit of the entry. A packet of ZooKeeper has 1,048,576 bytes.
  static final int MOST_BYTES = 1_000_000;

  private RenameRegistry() {}

  static SharedEntry<MetricRenames> of(ClusterClient cluster) {
    return new SharedEntry<>(cluster, PATH, "renames", MetricRenames.NONE, new Limited());
  }

  private static final class Limited implements SharedEntry.Format<MetricRenames> {
    @Override
    public MetricRenames read(byte[] json) throws IOException {
      return RenameJson.read(json);
    }

    @Override
    public byte[] write(MetricRenames renames) {
      byte[] json = RenameJson.write(renames);
      if (json.length > MOST_BYTES) {
        throw new ClusterException(
            "cannot rename: all renamed metrics take bytes=%d, and the limit is %d"
                .formatted(json.length, MOST_BYTES));
      }
      return json;
    }
  }
}
