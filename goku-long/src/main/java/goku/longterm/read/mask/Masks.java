package goku.longterm.read.mask;

import goku.format.sst.MetricEntry;
import goku.longterm.read.access.BucketDb;
import goku.longterm.read.search.GoneSeries;
import goku.model.NameKind;
import goku.tier.BucketKey;
import goku.tier.Tombstone;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;
import org.roaringbitmap.RoaringBitmap;

/// A cache of the deleted data in the buckets of a shard, computed on first use. Thread-safe.
public final class Masks implements GoneSeries {
  /// The number of entries at which all are dropped. Entries of removed buckets are not dropped
  /// earlier.
  private static final int MOST_KEPT = 1000;

  private static final RoaringBitmap NOTHING = new RoaringBitmap();

  private record Place(BucketKey bucket, String metric) {}

  private record Names(Map<String, List<Tombstone>> deletes, LostNames lost) {}

  private final Map<Place, MetricMask> masks = new ConcurrentHashMap<>();
  private final Map<BucketKey, Names> names = new ConcurrentHashMap<>();

  /// Returns the deleted data of a metric in the bucket; null when there are none.
  public @Nullable MetricMask of(BucketDb bucket, String metric) {
    return bucket.deletes().containsKey(metric)
        ? bucket.metric(metric).map(entry -> mask(bucket, metric, entry)).orElse(null)
        : null;
  }

  @Override
  public RoaringBitmap of(BucketDb bucket, String metric, MetricEntry entry) {
    return bucket.deletes().containsKey(metric) ? mask(bucket, metric, entry).gone() : NOTHING;
  }

  /// Returns whether a series with the name is left in the bucket. The bucket must know the name.
  public boolean isLeft(BucketDb bucket, NameKind kind, String name) {
    return bucket.deletes().isEmpty() || lost(bucket).isLeft(bucket, kind, name);
  }

  private LostNames lost(BucketDb bucket) {
    BucketKey key = bucket.manifest().bucket();
    Names known = names.get(key);
    if (known == null || !known.deletes.equals(bucket.deletes())) {
      forgetIfMany();
      known = new Names(bucket.deletes(), LostNames.of(bucket, this));
      names.put(key, known);
    }
    return known.lost;
  }

  private MetricMask mask(BucketDb bucket, String metric, MetricEntry entry) {
    List<Tombstone> deletes = bucket.deletes().getOrDefault(metric, List.of());
    var place = new Place(bucket.manifest().bucket(), metric);
    MetricMask known = masks.get(place);
    if (known == null || !known.isOf(deletes)) {
      forgetIfMany();
      known = new MaskMaker(bucket).make(entry, deletes);
      masks.put(place, known);
    }
    return known;
  }

  private void forgetIfMany() {
    if (masks.size() + names.size() >= MOST_KEPT) {
      masks.clear();
      names.clear();
    }
  }
}
