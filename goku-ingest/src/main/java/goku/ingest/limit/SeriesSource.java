package goku.ingest.limit;

import goku.cardinality.CountQuery;
import goku.cardinality.SeriesCounts;
import java.util.List;

/// The shards, as far as they state their numbers of series.
@FunctionalInterface
public interface SeriesSource {
  /// A source that knows nothing, so that no series is refused.
  SeriesSource NONE = _ -> List.of();

  /// Returns the numbers of those shards that answer, each of one replica. The state of the answer
  /// is from after the call.
  List<SeriesCounts> ask(List<CountQuery> queries) throws InterruptedException;
}
