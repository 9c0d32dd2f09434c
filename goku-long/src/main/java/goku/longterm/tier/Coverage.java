package goku.longterm.tier;

import goku.model.Hole;
import goku.model.HoleCause;
import goku.model.Holes;
import goku.model.Tier;
import goku.tier.BucketKey;
import goku.tier.IncompleteWindow;
import goku.tier.Manifest;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;

/// A comparison of the held buckets with S3. Stateless.
public final class Coverage {
  /// The limit of the holes in the shard map.
  private static final int MOST_STATED = 4;

  private Coverage() {}

  /// Returns the times of which S3 has something that is not here.
  ///
  /// @param wanted the contents of S3
  /// @param held the newest buckets here
  public static Holes missing(Wanted wanted, Collection<Manifest> held) {
    List<Hole> missing = new ArrayList<>();
    List<Manifest> ascending = ascending(held);
    wanted.windows().forEach(window -> missing.addAll(gaps(window, ascending)));
    for (Manifest bucket : wanted.buckets()) {
      if (held.stream().anyMatch(here -> isOlder(here, bucket))) {
        missing.add(hole(bucket.startMillis(), bucket.endMillis()));
      }
    }
    for (BucketKey file : wanted.files()) {
      if (held.stream().noneMatch(bucket -> bucket.hasConsumed(file))) {
        long start = file.startMillis();
        missing.add(hole(start, start + Tier.MEMORY_BUCKET.toMillis()));
      }
    }
    return Holes.of(missing);
  }

  /// Returns the windows of which datapoints were lost before they came to S3, so that no bucket
  /// has them.
  public static Holes lost(Collection<Manifest> held) {
    long length = Tier.MEMORY_BUCKET.toMillis();
    return Holes.of(
        held.stream()
            .flatMap(bucket -> bucket.incomplete().stream())
            .map(IncompleteWindow::startMillis)
            .map(start -> new Hole(start, start + length, HoleCause.LOG_LOST))
            .toList());
  }

  /// Returns the time after the last bucket, which S3 may have by now; all time without a bucket.
  public static Holes notYet(Collection<Manifest> held) {
    long end = held.stream().mapToLong(Manifest::endMillis).max().orElse(Long.MIN_VALUE);
    return Holes.of(new Hole(end, Long.MAX_VALUE, HoleCause.NOT_YET));
  }

  /// Returns the missing times as nodes state them in the shard map, which has no room for many
  /// holes: the last one may contain times that are here.
  public static Holes stated(Holes missing) {
    List<Hole> all = missing.all();
    if (all.size() <= MOST_STATED) {
      return missing;
    }
    long rest = all.get(MOST_STATED - 1).startMillis();
    return missing.plus(hole(rest, missing.completeFromMillis()));
  }

  /// Returns whether the buckets have all of another bucket's window.
  static boolean contains(Collection<Manifest> held, Manifest bucket) {
    return gaps(new Window(bucket.startMillis(), bucket.endMillis()), ascending(held)).isEmpty();
  }

  private static List<Manifest> ascending(Collection<Manifest> held) {
    return held.stream().sorted(Comparator.comparingLong(Manifest::startMillis)).toList();
  }

  /// Returns the parts of a window that no bucket has.
  private static List<Hole> gaps(Window window, List<Manifest> ascending) {
    List<Hole> gaps = new ArrayList<>();
    long reached = window.startMillis();
    for (Manifest bucket : ascending) {
      if (bucket.startMillis() >= window.endMillis()) {
        break;
      }
      if (bucket.startMillis() > reached) {
        gaps.add(hole(reached, bucket.startMillis()));
      }
      reached = Math.max(reached, bucket.endMillis());
    }
    if (reached < window.endMillis()) {
      gaps.add(hole(reached, window.endMillis()));
    }
    return gaps;
  }

  private static boolean isOlder(Manifest here, Manifest wanted) {
    return here.tier() == wanted.tier()
        && here.startMillis() == wanted.startMillis()
        && here.generation() < wanted.generation();
  }

  private static Hole hole(long startMillis, long endMillis) {
    return new Hole(startMillis, endMillis, HoleCause.RECOVERY);
  }
}
