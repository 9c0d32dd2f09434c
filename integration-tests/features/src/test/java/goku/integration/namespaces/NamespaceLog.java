package goku.integration.namespaces;

import goku.format.batch.BatchLayout;
import goku.format.batch.BatchReader;
import goku.integration.fixture.WholeTopic;
import goku.model.SeriesName;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/// The topic of a namespace, from which its shards are made.
final class NamespaceLog {
  private NamespaceLog() {}

  /// The times of all datapoints in the topic, by metric.
  static Map<String, List<Long>> read(String bootstrapServers, String topic) {
    Map<String, List<Long>> times = new HashMap<>();
    var batch = new BatchReader();
    for (var record : WholeTopic.read(bootstrapServers, topic)) {
      if (Arrays.equals(record.key(), BatchLayout.recordKey())) {
        add(batch, record.value(), times);
      }
    }
    return times;
  }

  private static void add(BatchReader batch, byte[] record, Map<String, List<Long>> times) {
    batch.open(record);
    while (batch.nextSeries()) {
      String metric = SeriesName.ofCanonical(batch.name()).metric();
      List<Long> of = times.computeIfAbsent(metric, first -> new ArrayList<>());
      while (batch.nextPoint()) {
        of.add(batch.timestamp());
      }
    }
  }
}
