package goku.longterm.read.cover;

import goku.model.Disk;
import goku.model.TimeRange;
import goku.query.Resolution;
import goku.tier.Manifest;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/// The assignment of buckets to the parts of a range, and their form (sections 4.7.4 and 5.2 of the
/// paper). Several tiers hold the same time, as data are copied before they are removed.
///
/// The finest form that is kept at a time is read: raw datapoints, then rollups from the shortest
/// interval on. The lowest tier that has the form serves, as it gets late data first. If the kept
/// form is missing because a compaction is late, another existing form serves: the coarsest of the
/// expired ones, rather than none.
///
/// Rollups replace kept raw datapoints if the query declares that this changes nothing, and only
/// for whole intervals. The rest at both ends of the range is read raw. Where only rollups exist,
/// those count whose timestamps lie in the range.
public final class Cover {
  private final List<Manifest> buckets;
  private final Horizons horizons;
  private final Function<Manifest, Resolution> resolution;
  private final long from;
  private final long end;

  private Cover(
      List<Manifest> buckets,
      Horizons horizons,
      TimeRange range,
      Function<Manifest, Resolution> resolution) {
    this.buckets = buckets;
    this.horizons = horizons;
    this.resolution = resolution;
    from = Math.max(range.startMillis(), horizons.last());
    end = range.endMillis() == Long.MAX_VALUE ? Long.MAX_VALUE : range.endMillis() + 1;
  }

  /// Returns the segments, ascending and disjoint. A time without a bucket has no segment.
  ///
  /// @param buckets one bucket for each window and tier, in any order
  public static List<Segment> of(
      List<Manifest> buckets, Disk disk, Instant now, TimeRange range, Resolution resolution) {
    return of(buckets, disk, now, range, _ -> resolution);
  }

  /// Returns the segments, with a resolution for each bucket.
  public static List<Segment> of(
      List<Manifest> buckets,
      Disk disk,
      Instant now,
      TimeRange range,
      Function<Manifest, Resolution> resolution) {
    var cover = new Cover(buckets, new Horizons(disk, now), range, resolution);
    return aligned(cover.segments());
  }

  private List<Segment> segments() {
    List<Segment> segments = new ArrayList<>();
    Long previous = null;
    for (Long cut : cuts()) {
      if (previous != null) {
        add(segments, previous, cut);
      }
      previous = cut;
    }
    return segments;
  }

  /// Returns the times between which the serving bucket cannot change.
  private SortedSet<Long> cuts() {
    SortedSet<Long> cuts = new TreeSet<>();
    cut(cuts, from);
    cut(cuts, end);
    horizons.all().forEach(horizon -> cut(cuts, horizon));
    for (Manifest bucket : buckets) {
      cut(cuts, bucket.startMillis());
      cut(cuts, bucket.endMillis());
      if (mayReplaceRaw(bucket)) {
        cut(cuts, ceiling(from, bucket.rollupMillis()));
        cut(cuts, Math.floorDiv(end, bucket.rollupMillis()) * bucket.rollupMillis());
      }
    }
    return cuts;
  }

  private void cut(Set<Long> cuts, long millis) {
    if (millis >= from && millis <= end) {
      cuts.add(millis);
    }
  }

  private void add(List<Segment> segments, long cutFrom, long cutEnd) {
    Segment best = null;
    for (int bucket = 0; bucket < buckets.size(); bucket++) {
      Manifest manifest = buckets.get(bucket);
      if (manifest.startMillis() <= cutFrom && cutEnd <= manifest.endMillis()) {
        if (manifest.raw()) {
          best = better(best, new Segment(bucket, 0, cutFrom, cutEnd));
        }
        if (manifest.rollupMillis() > 0) {
          best = better(best, new Segment(bucket, manifest.rollupMillis(), cutFrom, cutEnd));
        }
      }
    }
    if (best != null) {
      append(segments, replaced(best));
    }
  }

  private Segment better(@Nullable Segment one, Segment other) {
    if (one == null || isKept(one) != isKept(other)) {
      return one == null || isKept(other) ? other : one;
    }
    if (one.intervalMillis() != other.intervalMillis()) {
      boolean finer = other.intervalMillis() < one.intervalMillis();
      return finer == isKept(other) ? other : one;
    }
    return buckets.get(other.bucket()).tier() < buckets.get(one.bucket()).tier() ? other : one;
  }

  private boolean isKept(Segment segment) {
    return segment.fromMillis() >= horizons.of(segment.intervalMillis());
  }

  /// Returns the segment of the bucket's rollups instead, if they are equivalent.
  private Segment replaced(Segment segment) {
    Manifest bucket = buckets.get(segment.bucket());
    long interval = bucket.rollupMillis();
    boolean replace =
        segment.raw()
            && mayReplaceRaw(bucket)
            && segment.fromMillis() % interval == 0
            && segment.endMillis() % interval == 0;
    return replace
        ? new Segment(segment.bucket(), interval, segment.fromMillis(), segment.endMillis())
        : segment;
  }

  private boolean mayReplaceRaw(Manifest bucket) {
    return bucket.rollupMillis() > 0 && resolution.apply(bucket).replacesRaw(bucket.rollupMillis());
  }

  /// Adds a segment, or extends the last one if it has the same bucket and form.
  private static void append(List<Segment> segments, Segment next) {
    Segment last = segments.isEmpty() ? null : segments.getLast();
    if (last != null
        && last.bucket() == next.bucket()
        && last.intervalMillis() == next.intervalMillis()
        && last.endMillis() == next.fromMillis()) {
      segments.removeLast();
      segments.add(
          new Segment(next.bucket(), next.intervalMillis(), last.fromMillis(), next.endMillis()));
    } else {
      segments.add(next);
    }
  }

  /// Moves the start of rollups to a whole interval, and the start of segments that follow them to
  /// the end of the last interval.
  private static List<Segment> aligned(List<Segment> segments) {
    List<Segment> aligned = new ArrayList<>(segments.size());
    long served = Long.MIN_VALUE;
    for (int i = 0; i < segments.size(); i++) {
      Segment segment = segments.get(i);
      long from = Math.max(served, segment.fromMillis());
      long end = segment.endMillis();
      if (!segment.raw()) {
        from = ceiling(from, segment.intervalMillis());
        boolean followed =
            i + 1 < segments.size() && segments.get(i + 1).fromMillis() == segment.endMillis();
        end = followed ? ceiling(end, segment.intervalMillis()) : end;
      }
      if (from < end) {
        aligned.add(new Segment(segment.bucket(), segment.intervalMillis(), from, end));
        served = end;
      }
    }
    return aligned;
  }

  private static long ceiling(long millis, long multiple) {
    return Math.ceilDiv(millis, multiple) * multiple;
  }
}
