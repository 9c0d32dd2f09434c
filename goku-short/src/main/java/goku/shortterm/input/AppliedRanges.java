package goku.shortterm.input;

import goku.format.batch.InputPartition;
import goku.format.batch.InputPosition;
import goku.format.batch.InputRange;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;

/// The applied ranges of one input, which neither overlap nor touch. Batches of one sender touch,
/// so there is about one range per sender. The gap between two ranges is either what other shards
/// got, or a batch that Kafka refused: its datapoints are applied when they are delivered again.
final class AppliedRanges {
  /// The most ranges. An older one is dropped, with the lowest positions.
  private static final int MOST = 16;

  /// The exclusive ends by begin.
  private final NavigableMap<InputPosition, InputPosition> ends = new TreeMap<>();

  boolean overlaps(InputPosition from, InputPosition to) {
    Map.Entry<InputPosition, InputPosition> last = ends.lowerEntry(to);
    return last != null && last.getValue().compareTo(from) > 0;
  }

  boolean contain(InputPosition position) {
    Map.Entry<InputPosition, InputPosition> last = ends.floorEntry(position);
    return last != null && last.getValue().compareTo(position) > 0;
  }

  /// Adds a range and returns by how many the number of ranges has grown.
  int add(InputPosition from, InputPosition to) {
    int before = ends.size();
    InputPosition start = from;
    InputPosition end = to;
    Map.Entry<InputPosition, InputPosition> touching = ends.floorEntry(to);
    while (touching != null && touching.getValue().compareTo(from) >= 0) {
      ends.remove(touching.getKey());
      start = start.compareTo(touching.getKey()) < 0 ? start : touching.getKey();
      end = end.compareTo(touching.getValue()) > 0 ? end : touching.getValue();
      touching = ends.floorEntry(to);
    }
    ends.put(start, end);
    if (ends.size() > MOST) {
      dropFirst();
    }
    return ends.size() - before;
  }

  void dropFirst() {
    ends.pollFirstEntry();
  }

  boolean isEmpty() {
    return ends.isEmpty();
  }

  void addTo(List<InputRange> all, InputPartition input) {
    ends.forEach((from, to) -> all.add(new InputRange(input, from, to)));
  }
}
