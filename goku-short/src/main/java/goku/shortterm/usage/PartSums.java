package goku.shortterm.usage;

import goku.shortterm.bucket.BucketPart;
import goku.shortterm.bucket.FinalizedPart;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// What the parts of buckets hold of each metric. A file does not change but for entries that are
/// taken out, so it is counted once; streams are counted each time. Owned by one thread at a time.
final class PartSums {
  private Map<FinalizedPart, Counted> files = new HashMap<>();

  /// @param changes of the file before it was counted
  private record Counted(int changes, MetricSums sums) {}

  /// The sums of each part, in their order.
  List<MetricSums> of(List<BucketPart> parts, int[] slots, int[] metrics) {
    Map<FinalizedPart, Counted> still = new HashMap<>();
    List<MetricSums> sums = parts.stream().map(part -> of(part, slots, metrics, still)).toList();
    files = still; // and no more those of files that have gone
    return sums;
  }

  /// Metrics have other numbers from now on.
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
