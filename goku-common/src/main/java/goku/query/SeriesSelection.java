package goku.query;

import goku.model.Tag;

/// The series of one shard that passed a `SeriesFilter`, with their data pinned: memory that the
/// selection can reach is not freed before `close`. Positions run from 0 to `size() - 1`. Names are
/// 4-byte term ids, the same pair of key and value having the same id all over the shard, so that
/// grouping touches no strings. May be read by several threads at once, each with its own buffer.
public interface SeriesSelection extends AutoCloseable {
  int size();

  String metric(int position);

  /// Writes the term ids of all tags of the series, ascending by key, to the array, if it is long
  /// enough. Returns how many there are.
  int tagTerms(int position, int[] into);

  /// The id of the tag key of a term: terms of one key share it.
  int keyOf(int term);

  Tag tag(int term);

  /// Says that the series at these positions are read next, so that what they need can be brought
  /// near while nothing waits for it. Returns a number without meaning, which the caller keeps so
  /// that the loads are not optimised away.
  default long prefetch(int[] positions, int from, int to) {
    return 0;
  }

  /// Replaces the buffer's content by the datapoints of the series inside the selection's range, in
  /// ascending order, one for each timestamp: the last that arrived.
  void read(int position, PointBuffer into);

  @Override
  void close();
}
