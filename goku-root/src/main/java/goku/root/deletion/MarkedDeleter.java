package goku.root.deletion;

import goku.model.HistogramMetric;
import goku.root.fanout.NameDirectory;
import goku.root.planning.RollupUse;
import goku.root.planning.SeriesQuery;
import java.util.ArrayList;
import java.util.List;

/// A deleter that deletes the histograms and the written rollups of a metric with its datapoints:
/// histograms in the range, and rollups whose intervals begin in the range. Computed rollups follow
/// the datapoints by themselves. A query for raw datapoints only deletes no written rollups. A
/// query for series by their identifiers deletes neither, as they have identifiers of their own. A
/// query for histograms deletes only these. Thread-safe.
public record MarkedDeleter(Deleter deleter, NameDirectory names) implements Deleter {
  @Override
  public void requireAllowed() {
    deleter.requireAllowed();
  }

  @Override
  public void delete(List<SeriesQuery> queries) throws InterruptedException {
    List<SeriesQuery> all = new ArrayList<>();
    for (SeriesQuery query : queries) {
      if (query.histograms()) {
        all.add(query.ofHistograms());
        continue;
      }
      all.add(query);
      if (query.series().nameHashes() == null) {
        for (String marked : names.marked(query.metric())) {
          if (query.rollups() != RollupUse.RAW || HistogramMetric.isMarked(marked)) {
            all.add(query.ofMetric(marked));
          }
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
