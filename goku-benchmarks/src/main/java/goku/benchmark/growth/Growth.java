package goku.benchmark.growth;

import java.util.List;
import java.util.stream.IntStream;

/// The dimension that grows.
enum Growth {
  /// Hosts, and with them series: 1,010 to 10,100,000.
  hosts("hosts of 101 series each") {
    @Override
    List<Step> steps() {
      return IntStream.of(10, 100, 1_000, 10_000, 100_000)
          .mapToObj(hosts -> new Step(hosts, hosts, readings(hosts), SHARDS, List.of()))
          .toList();
    }

    private static int readings(int hosts) {
      return Math.max(1, READINGS * HOSTS / hosts);
    }
  },

  /// Shards of the only namespace.
  shards("shards, 1,000 hosts of 101 series each") {
    @Override
    List<Step> steps() {
      return IntStream.of(1, 2, 4, 8, 16, 32, 64)
          .mapToObj(shards -> new Step(shards, HOSTS, READINGS, shards, List.of()))
          .toList();
    }
  },

  /// Datapoints that the ingestor puts into one message at most (Table 4 of the paper).
  batches("datapoints in a message of the ingestor, 1,000 hosts of 101 series each") {
    @Override
    List<Step> steps() {
      return IntStream.of(1, 10, 100, 1_000, 10_000)
          .mapToObj(size -> new Step(size, HOSTS, READINGS, SHARDS, flags(size)))
          .toList();
    }

    private static List<String> flags(int size) {
      return List.of("--ingest.batch.max-datapoints=" + size);
    }
  };

  private static final int HOSTS = 1_000;

  /// The readings of one load: eight million datapoints.
  private static final int READINGS = 80;

  private static final int SHARDS = 4;

  private final String axis;

  Growth(String axis) {
    this.axis = axis;
  }

  /// Returns the name of the growing dimension.
  String axis() {
    return axis;
  }

  /// Returns the steps from small to large.
  abstract List<Step> steps();
}
