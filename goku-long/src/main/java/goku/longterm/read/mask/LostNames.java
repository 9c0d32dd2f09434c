package goku.longterm.read.mask;

import goku.format.sst.KeyEntry;
import goku.format.sst.MetricEntry;
import goku.format.sst.NamesDecoder;
import goku.format.sst.PairEntry;
import goku.format.sst.SstKeys;
import goku.longterm.read.access.BucketDb;
import goku.longterm.read.access.NativeBuffer;
import goku.longterm.read.search.GoneSeries;
import goku.longterm.read.search.NameReader;
import goku.model.NameKind;
import goku.model.NameText;
import java.util.Set;
import java.util.function.BiConsumer;
import java.util.stream.Collectors;
import org.roaringbitmap.RoaringBitmap;
import org.rocksdb.RocksIterator;

/// The names of one bucket that no longer have any series. Thread-safe.
///
/// @param metrics metrics without remaining series
/// @param pairs pairs of removed series that no remaining series has
record LostNames(Set<String> metrics, RoaringBitmap pairs) {
  /// Reads the names of the removed series and, if there are any, the names of the others as long
  /// as shared pairs are possible.
  static LostNames of(BucketDb bucket, GoneSeries gone) {
    var names = new NameReader(bucket, new NativeBuffer());
    var pairs = new RoaringBitmap();
    Set<String> metrics =
        bucket.deletes().keySet().stream()
            .filter(
                metric ->
                    bucket
                        .metric(metric)
                        .map(
                            entry -> {
                              RoaringBitmap series = gone.of(bucket, metric, entry);
                              names.read(entry, series, (name, id) -> add(pairs, name));
                              return series.getCardinality() == entry.series();
                            })
                        .orElse(false))
            .collect(Collectors.toUnmodifiableSet());
    eachMetric(
        bucket,
        (metric, entry) -> {
          if (!pairs.isEmpty()) {
            RoaringBitmap left = all(entry);
            left.andNot(gone.of(bucket, metric, entry));
            names.read(entry, left, (name, id) -> remove(pairs, name));
          }
        });
    return new LostNames(metrics, pairs);
  }

  boolean isLeft(BucketDb bucket, NameKind kind, String name) {
    return switch (kind) {
      case METRIC -> !metrics.contains(name);
      case TAG_KEY -> pairs.isEmpty() || isKeyLeft(bucket, name);
      case TAG_VALUE -> pairs.isEmpty() || isValueLeft(bucket, name);
    };
  }

  private boolean isKeyLeft(BucketDb bucket, String key) {
    KeyEntry entry = bucket.get(bucket.keys().tagKey(NameText.bytes(key)), KeyEntry::parse);
    return entry != null
        && pairs.rangeCardinality(entry.firstPair(), (long) entry.firstPair() + entry.pairs())
            < entry.pairs();
  }

  private boolean isValueLeft(BucketDb bucket, String value) {
    byte[] all = bucket.keys().tagKey(new byte[0]);
    RocksIterator keys = bucket.iterator(all, all);
    for (; bucket.isValid(keys); keys.next()) {
      String pair = NameText.text(SstKeys.textOf(keys.key())) + "=" + value;
      PairEntry entry = bucket.get(bucket.keys().pair(NameText.bytes(pair)), PairEntry::parse);
      if (entry != null && !pairs.contains(entry.id())) {
        return true;
      }
    }
    return false;
  }

  private static void eachMetric(BucketDb bucket, BiConsumer<String, MetricEntry> to) {
    byte[] all = bucket.keys().metric(new byte[0]);
    RocksIterator entries = bucket.iterator(all, all);
    for (; bucket.isValid(entries); entries.next()) {
      byte[] key = entries.key();
      to.accept(
          NameText.text(SstKeys.textOf(key)),
          bucket.parse(key, entries.value(), MetricEntry::parse));
    }
  }

  private static RoaringBitmap all(MetricEntry entry) {
    return RoaringBitmap.bitmapOfRange(
        entry.firstSeries(), (long) entry.firstSeries() + entry.series());
  }

  private static void add(RoaringBitmap pairs, NamesDecoder name) {
    for (int i = 0; i < name.pairCount(); i++) {
      pairs.add(name.pairs()[i]);
    }
  }

  private static void remove(RoaringBitmap pairs, NamesDecoder name) {
    for (int i = 0; i < name.pairCount(); i++) {
      pairs.remove(name.pairs()[i]);
    }
  }
}
