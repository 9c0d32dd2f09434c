package goku.root.deletion;

import goku.root.fanout.NameDirectory;
import goku.root.planning.RollupUse;
import goku.root.planning.SeriesQuery;
import java.util.ArrayList;
import java.util.List;

/// A deleter that deletes written rollups with the datapoints of their series: the rollups whose
/// intervals begin in the range. Computed rollups follow the datapoints by themselves. A query for
/// raw datapoints only, or for series by their identifiers, deletes no written rollups.
/// Thread-safe.
public record RollupDeleter(Deleter deleter, NameDirectory names) implements Deleter {
  @Override
  public void requireAllowed() {
    deleter.requireAllowed();
  }

  @Override
  public void delete(List<SeriesQuery> queries) throws InterruptedException {
    List<SeriesQuery> all = new ArrayList<>(queries);
    for (SeriesQuery query : queries) {
      if (query.rollups() != RollupUse.RAW && query.series().nameHashes() == null) {
        for (String rollups : names.written(query.metric())) {
          all.add(query.ofMetric(rollups));
        }
      }
    }
    deleter.delete(all);
  }

  @Override
  public void close() {
    deleter.close();
  }
}
