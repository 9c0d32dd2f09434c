package goku.longterm.read.search;

import goku.format.sst.MetricEntry;
import goku.format.sst.SstKeys;
import goku.longterm.read.access.BucketDb;
import goku.longterm.read.access.NativeBuffer;
import goku.model.NameText;
import goku.model.SeriesFilter;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.roaringbitmap.RoaringBitmap;
import org.rocksdb.RocksIterator;

/// A builder of a selection that searches one bucket after the other. Series in several buckets are
/// recognized by the hash and check of their names. Texts are therefore read only for pairs of
/// series that no earlier bucket had. Owned by one thread.
public final class SelectionBuilder {
  private final SeriesFilter filter;
  private final GoneSeries gone;
  private final NativeBuffer buffer = new NativeBuffer();
  private final SeriesUnion union = new SeriesUnion();
  private final TermPool terms = new TermPool();
  private final List<String> metrics = new ArrayList<>();
  private final Map<String, Integer> metricNumbers = new HashMap<>();

  /// @param gone series to leave out
  public SelectionBuilder(SeriesFilter filter, GoneSeries gone) {
    this.filter = filter;
    this.gone = gone;
  }

  /// Adds the series of a bucket, and returns their ids in it.
  public BucketSeries add(BucketDb bucket) {
    var series = new BucketSeries();
    var texts = new PairTexts(bucket, buffer);
    var search = new BucketSearch(bucket, filter.filters(), texts);
    var names = new NameScan(bucket, filter, buffer, union, series);
    int known = union.size();
    String metric = filter.metric();
    if (metric == null) {
      addAll(bucket, search, names);
    } else {
      bucket.metric(metric).ifPresent(entry -> add(bucket, metric, entry, search, names));
    }
    translate(known, texts);
    return series;
  }

  public SeriesUnion union() {
    return union;
  }

  public TermPool terms() {
    return terms;
  }

  /// Returns the metrics by their numbers.
  public List<String> metrics() {
    return metrics;
  }

  private void addAll(BucketDb bucket, BucketSearch search, NameScan names) {
    byte[] all = bucket.keys().metric(new byte[0]);
    RocksIterator entries = bucket.iterator(all, all);
    for (; bucket.isValid(entries); entries.next()) {
      byte[] key = entries.key();
      MetricEntry metric = bucket.parse(key, entries.value(), MetricEntry::parse);
      add(bucket, NameText.text(SstKeys.textOf(key)), metric, search, names);
    }
  }

  private void add(
      BucketDb bucket, String text, MetricEntry metric, BucketSearch search, NameScan names) {
    RoaringBitmap found = search.find(metric);
    found.andNot(gone.of(bucket, text, metric));
    Integer known = metricNumbers.putIfAbsent(text, metrics.size());
    if (known == null) {
      metrics.add(text);
    }
    names.add(metric, known == null ? metrics.size() - 1 : known, found);
  }

  /// Replaces the bucket's numbers of the pairs of new series by those of the selection.
  private void translate(int firstNew, PairTexts texts) {
    var met = new PairNumbers();
    for (int position = firstNew; position < union.size(); position++) {
      for (int n = 0; n < union.pairCount(position); n++) {
        union.setPair(position, n, met.of(union.pair(position, n)));
      }
    }
    int[] numbers = new int[met.size()];
    for (int pair : met.sorted()) {
      byte[] text = texts.text(pair);
      numbers[met.of(pair)] = terms.intern(text, 0, text.length);
    }
    for (int position = firstNew; position < union.size(); position++) {
      for (int n = 0; n < union.pairCount(position); n++) {
        union.setPair(position, n, numbers[union.pair(position, n)]);
      }
    }
  }
}
