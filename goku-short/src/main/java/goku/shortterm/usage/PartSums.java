package goku.shortterm.usage;

import goku.shortterm.bucket.BucketPart;
import goku.shortterm.bucket.FinalizedPart;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// The sums of each metric in the parts of buckets. A file changes only by removed entries, so it
/// is counted once. Streams are counted each time. Owned by one thread at a time.
final class PartSums {
  private Map<FinalizedPart, Counted> files = new HashMap<>();

  /// @param changes the file's changes before it was counted
  private record Counted(int changes, MetricSums sums) {}

  /// Returns the sums of each part, in their order.
  List<MetricSums> of(List<BucketPart> parts, int[] slots, int[] metrics) {
    Map<FinalizedPart, Counted> still = new HashMap<>();
    List<MetricSums> sums = parts.stream().map(part -> of(part, slots, metrics, still)).toList();
    files = still; // drops those of removed files
    return sums;
  }

  /// Drops all sums, because metrics get other numbers.
  void forget() {
    files = new HashMap<>();
  }

  private MetricSums of(
      BucketPart part, int[] slots, int[] metrics, Map<FinalizedPart, Counted> still) {
    if (!(part instanceof FinalizedPart file)) {
      return count(part, slots, metrics);
    }
    @Nullable Counted known = files.get(file);
    int changes = file.changes();
    if (known == null || known.changes() != changes) {
      known = new Counted(changes, count(file, slots, metrics));
    }
    still.put(file, known);
    return known.sums();
  }

  private static MetricSums count(BucketPart part, int[] slots, int[] metrics) {
    var sums = new MetricSums();
    for (int i = 0; i < slots.length; i++) {
      int points = part.count(slots[i]);
      if (points > 0) {
        sums.add(metrics[i], 0, points, part.bytes(slots[i]));
      }
    }
    return sums;
  }
}
