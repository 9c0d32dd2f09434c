package goku.query.scan;

import goku.model.PointBuffer;
import goku.model.Tag;
import goku.model.TimeRange;
import goku.query.SeriesReader;
import goku.query.SeriesSelection;
import goku.query.search.Haystack;
import java.util.List;
import java.util.Set;
import java.util.function.LongConsumer;

/// The series of a selection whose metrics belong to a haystack. Thread-safe, as the selection is.
final class HaystackSelection implements SeriesSelection {
  private static final int INCLUDED = 1;
  private static final int EXCLUDED = 0;

  private final SeriesSelection all;

  /// The positions of the series in `all`.
  private final int[] positions;

  private HaystackSelection(SeriesSelection all, int[] positions) {
    this.all = all;
    this.positions = positions;
  }

  /// Returns the selection itself if all its metrics belong to the haystack. Looks at each metric
  /// once. The caller closes what it gets.
  ///
  /// @param held called with the bytes that the positions of a part take, before they do
  static SeriesSelection of(SeriesSelection all, Haystack haystack, LongConsumer held) {
    var included = new IntMap();
    int count = 0;
    for (int position = 0; position < all.size(); position++) {
      count += isIncluded(all, position, haystack, included);
    }
    if (count == all.size()) {
      return all;
    }
    held.accept((long) Integer.BYTES * count);
    int[] positions = new int[count];
    for (int position = 0, to = 0; to < count; position++) {
      positions[to] = position;
      to += included.get(all.metricTerm(position));
    }
    return new HaystackSelection(all, positions);
  }

  private static int isIncluded(
      SeriesSelection all, int position, Haystack haystack, IntMap included) {
    int metric = all.metricTerm(position);
    int known = included.get(metric);
    if (known == IntMap.NONE) {
      known = haystack.includes(all.metric(position)) ? INCLUDED : EXCLUDED;
      included.put(metric, known);
    }
    return known;
  }

  @Override
  public int size() {
    return positions.length;
  }

  @Override
  public String metric(int position) {
    return all.metric(positions[position]);
  }

  @Override
  public int metricTerm(int position) {
    return all.metricTerm(positions[position]);
  }

  @Override
  public int tagTerms(int position, int[] into) {
    return all.tagTerms(positions[position], into);
  }

  @Override
  public int keyOf(int term) {
    return all.keyOf(term);
  }

  @Override
  public Tag tag(int term) {
    return all.tag(term);
  }

  @Override
  public SeriesReader reader() {
    SeriesReader reader = all.reader();
    return new SeriesReader() {
      private int[] wanted = new int[0];

      @Override
      public long prefetch(int[] next, int from, int to) {
        if (wanted.length < to - from) {
          wanted = new int[to - from];
        }
        for (int i = from; i < to; i++) {
          wanted[i - from] = positions[next[i]];
        }
        return reader.prefetch(wanted, 0, to - from);
      }

      @Override
      public List<TimeRange> pieces() {
        return reader.pieces();
      }

      @Override
      public void read(int position, int piece, PointBuffer into) {
        reader.read(positions[position], piece, into);
      }

      @Override
      public void read(int position, PointBuffer into) {
        reader.read(positions[position], into);
      }
    };
  }

  @Override
  public Set<String> origins() {
    return all.origins();
  }

  @Override
  public void close() {
    all.close();
  }
}
