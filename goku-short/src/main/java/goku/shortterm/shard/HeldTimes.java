package goku.shortterm.shard;

import goku.format.snapshot.SnapshotInfo;
import goku.format.snapshot.SnapshotState;
import goku.shortterm.bucket.Bucket;
import goku.shortterm.bucket.Buckets;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;

/// The times of which a shard has all datapoints that it ever got. Changed by the shard's writer,
/// read by any thread.
final class HeldTimes {
  /// The most by which the clock is believed to be behind a record.
  private static final Duration FARTHEST_BEHIND = Duration.ofDays(1);

  private final Buckets buckets;
  private final ShardClock clock;
  private final ShardHoles holes;
  private final GreatestLateness lateness;

  HeldTimes(Buckets buckets, ShardClock clock, ShardHoles holes, GreatestLateness lateness) {
    this.buckets = buckets;
    this.clock = clock;
    this.holes = holes;
    this.lateness = lateness;
  }

  /// Returns the first millisecond of which the shard has dropped nothing; the smallest long if it
  /// has everything since its log began.
  long fromMillis() {
    int first = buckets.heldFrom();
    return first == Integer.MIN_VALUE ? Long.MIN_VALUE : Bucket.startMillis(first);
  }

  /// Returns the begin of the first window that the shard can have, if it has dropped none since
  /// its log began; the smallest long if it has. Records that it has not applied are newer than its
  /// clock. A datapoint of an earlier window, which a raised `backfill` permits, makes that window
  /// the first, and so does a lost one.
  long beganMillis() {
    if (buckets.heldFrom() != Integer.MIN_VALUE) {
      return Long.MIN_VALUE;
    }
    int first = Math.min(holes.first(), firstUnread());
    List<Bucket> all = buckets.all();
    return Bucket.startMillis(all.isEmpty() ? first : Math.min(first, all.getFirst().number()));
  }

  /// Returns the first millisecond of which the tiers may lack something that the shard has applied
  /// or has still to apply; the largest long if its datapoints do not belong into the tiers.
  ///
  /// @param first the number of the first bucket that the tiers lack; the largest int if the tiers
  ///   want none, the smallest one until that is known
  long pendingFromMillis(int first) {
    return switch (first) {
      case Integer.MAX_VALUE -> Long.MAX_VALUE;
      case Integer.MIN_VALUE -> fromMillis();
      default -> Bucket.startMillis(Math.min(first, firstUnread()));
    };
  }

  /// Returns the number of the first bucket of which records may be in the rest of the log.
  private int firstUnread() {
    return Bucket.numberOf(clock.millis() - lateness.get().backfill().toMillis());
  }

  /// Takes over what a snapshot's shard had dropped.
  void begin(SnapshotState state) {
    buckets.holdFrom(heldFrom(state));
  }

  /// Takes over what a snapshot's shard had dropped, once the datapoints of the snapshot and of
  /// files are there.
  ///
  /// @param gone the generations of the files that are gone, by the numbers of their buckets
  void restored(Optional<SnapshotInfo> snapshot, SortedMap<Integer, Integer> gone) {
    if (snapshot.isPresent()) {
      int oldest = heldFrom(snapshot.get());
      List<Bucket> restored = buckets.all();
      buckets.holdFrom(
          restored.isEmpty() ? oldest : Math.min(oldest, restored.getFirst().number()));
    }
    buckets.lack(gone);
  }

  /// Returns the number of the first bucket that a shard had not dropped; the smallest int if it
  /// had dropped none. A snapshot without a state is judged by the time of its last record: by
  /// today's, the datapoints of later records would be refused.
  private int heldFrom(SnapshotInfo snapshot) {
    return snapshot
        .state()
        .map(HeldTimes::heldFrom)
        .orElseGet(() -> Bucket.numberOf(snapshot.recordMillis() - clock.memoryTtl().toMillis()));
  }

  private static int heldFrom(SnapshotState state) {
    return state.oldestMillis() == 0 ? Integer.MIN_VALUE : Bucket.numberOf(state.oldestMillis());
  }

  /// Lets a hole without a begin begin at the first window that the shard has, or where it would
  /// have kept its last lost datapoints. If the log begins before the first file, the hole begins
  /// where the log may have late datapoints of windows that are not expired. Nothing is known of
  /// the time before.
  void giveHolesABegin() {
    if (!holes.haveNoBegin()) {
      return;
    }
    List<Bucket> all = buckets.all();
    long ends = holes.all().completeFromMillis();
    long lost = latestLost(ends);
    int first = Bucket.numberOf(lost - clock.memoryTtl().toMillis());
    if (!all.isEmpty()) {
      Bucket earliest = all.getFirst();
      if (ends <= earliest.startMillis()) {
        int late = Bucket.numberOf(lost - lateness.get().backfill().toMillis());
        first = Math.max(late, clock.oldestByWall());
      }
      first = Math.min(first, earliest.number());
    }
    buckets.holdFrom(first);
    holes.dropBefore(first);
  }

  /// Returns the latest time of lost datapoints. The end of a hole may be that of a clock that is
  /// ahead, and the shard's clock may be wrong by years.
  private long latestLost(long holesEndMillis) {
    long end = holesEndMillis - lateness.get().ahead().toMillis();
    long now = clock.wallMillis();
    return now < end && now > end - FARTHEST_BEHIND.toMillis() ? now : end;
  }
}
