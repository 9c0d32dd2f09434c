package goku.shortterm.shard;

import goku.format.finalize.FinalizeRecord;
import goku.index.SeriesIndex;
import goku.model.Blocklist;
import goku.model.NameHash;
import goku.model.NameText;
import goku.shortterm.bucket.Bucket;
import goku.shortterm.bucket.SeriesOfMetrics;
import java.util.BitSet;
import java.util.List;
import java.util.function.IntConsumer;

/// The blocked metrics with series in buckets that are about to be finalized. Visits all series
/// once per decision, and none if no metric is blocked.
///
/// @param buckets the buckets of the shard
/// @param deferred receives the number of metrics that a decision cannot name as well
record BlockedMetrics(SeriesIndex index, List<Bucket> buckets, IntConsumer deferred) {
  /// Returns the hashes of these metrics, at most as many as a decision can name. Called by the
  /// writer, which needs no pin.
  ///
  /// @param throughMillis buckets that end at this time or earlier are about to be finalized
  List<Long> hashes(Blocklist blocklist, long throughMillis) {
    if (blocklist.isEmpty()) {
      return List.of();
    }
    var blocked = SeriesOfMetrics.blocked(index, blocklist);
    var metrics = new BitSet();
    int limit = index.slotLimit();
    for (Bucket bucket : buckets) {
      if (bucket.lastMillis() < throughMillis
          && bucket.differsFromFile()
          && !bucket.isBeingFinalized()) {
        for (int slot = 0; slot < limit; slot++) {
          if (bucket.has(slot) && blocked.test(slot)) {
            metrics.set(index.series().metric(slot));
          }
        }
      }
    }
    deferred.accept(Math.max(0, metrics.cardinality() - FinalizeRecord.MOST_LEFT_OUT));
    return metrics.stream()
        .mapToObj(metric -> NameHash.of(NameText.bytes(index.terms().text(metric))))
        .limit(FinalizeRecord.MOST_LEFT_OUT)
        .sorted()
        .toList();
  }
}
