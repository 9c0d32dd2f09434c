package goku.query;

import goku.model.Tag;
import java.util.Set;

/// The series of one shard that match a `SeriesFilter`, with their data pinned: reachable memory is
/// not freed before `close`. Positions run from 0 to `size() - 1`. Names are 4-byte term ids. A
/// pair of key and value has the same id in the whole shard, so grouping needs no strings.
/// Thread-safe, but each thread needs its own reader.
public interface SeriesSelection extends AutoCloseable {
  int size();

  String metric(int position);

  /// Returns the id of the metric, not negative. Series of one metric share this id.
  int metricTerm(int position);

  /// Writes the term ids of all tags of the series to the array, ascending by key, if the array is
  /// long enough. Returns the number of tags.
  int tagTerms(int position, int[] into);

  /// Returns the id of a term's tag key. Terms of one key share this id.
  int keyOf(int term);

  Tag tag(int term);

  /// Returns a new reader of the datapoints, valid until the selection is closed.
  SeriesReader reader();

  /// Returns the sources of the datapoints, for people: `short`, `tier 3 raw`, `tier 4 15m`.
  default Set<String> origins() {
    return Set.of();
  }

  @Override
  void close();
}
