package goku.query;

import goku.model.Tag;
import java.util.Set;

/// The series of one shard that passed a `SeriesFilter`, with their data pinned: memory that the
/// selection can reach is not freed before `close`. Positions run from 0 to `size() - 1`. Names are
/// 4-byte term ids, the same pair of key and value having the same id all over the shard, so that
/// grouping touches no strings. Thread-safe; threads read datapoints by a reader of their own.
public interface SeriesSelection extends AutoCloseable {
  int size();

  String metric(int position);

  /// Writes the term ids of all tags of the series, ascending by key, to the array, if it is long
  /// enough. Returns how many there are.
  int tagTerms(int position, int[] into);

  /// The id of the tag key of a term: terms of one key share it.
  int keyOf(int term);

  Tag tag(int term);

  /// A new reader of the datapoints; `close` of the selection ends it.
  SeriesReader reader();

  /// Where the datapoints come from, for people: `short`, `tier 3 raw`, `tier 4 15m`.
  default Set<String> origins() {
    return Set.of();
  }

  @Override
  void close();
}
