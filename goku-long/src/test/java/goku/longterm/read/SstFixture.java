package goku.longterm.read;

import goku.codec.block.TimestampEncoder;
import goku.codec.block.ValueEncoder;
import goku.format.sst.Aggregate;
import goku.format.sst.BucketMarker;
import goku.format.sst.ColumnValue;
import goku.format.sst.DataValue;
import goku.format.sst.Ids;
import goku.format.sst.KeyEntry;
import goku.format.sst.KeyPostings;
import goku.format.sst.MetricEntry;
import goku.format.sst.NamesEncoder;
import goku.format.sst.PairEntry;
import goku.format.sst.SeriesCheck;
import goku.format.sst.SstBucket;
import goku.format.sst.SstKeys;
import goku.model.NameText;
import goku.model.PointBuffer;
import goku.model.SeriesName;
import goku.model.Tag;
import goku.model.ValueType;
import goku.model.histogram.FixedShape;
import goku.tier.Manifest;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Objects;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;

/// The keys and values of one bucket, built with maps.
final class SstFixture {
  /// The prefix of metrics with integers too wide for doubles: `BASE` and the value that was put.
  static final String WIDE = "wide.";

  static final long BASE = (1L << 60) + 1;

  /// The prefix of metrics with histograms: the value that was put is the count of their range.
  static final String HISTOGRAMS = "histograms.";

  private final NavigableMap<byte[], byte[]> entries = new TreeMap<>(Arrays::compareUnsigned);
  private final Manifest manifest;
  private final SstKeys keys;
  private final Map<List<Long>, Integer> columns = new HashMap<>();
  private final List<String> terms = new ArrayList<>();
  private final ValueEncoder values = new ValueEncoder();
  private final TimestampEncoder timestamps = new TimestampEncoder();
  private int metricCount;

  @SuppressWarnings("ArrayRecordComponent") // never compared
  private record Series(SeriesName name, int[] terms, NavigableMap<Long, Double> points) {}

  private SstFixture(Manifest manifest) {
    this.manifest = manifest;
    keys =
        new SstKeys(new SstBucket(manifest.tier(), manifest.startMillis(), manifest.generation()));
  }

  /// Returns the entries of a bucket with the datapoints in its window.
  static NavigableMap<byte[], byte[]> of(
      Manifest manifest, Map<SeriesName, NavigableMap<Long, Double>> data) {
    var fixture = new SstFixture(manifest);
    Map<SeriesName, NavigableMap<Long, Double>> inside = new HashMap<>();
    data.forEach(
        (name, points) -> {
          var part = points.subMap(manifest.startMillis(), true, manifest.endMillis(), false);
          if (!part.isEmpty()) {
            inside.put(name, part);
          }
        });
    fixture.dictionary(inside.keySet());
    fixture.series(inside);
    return fixture.entries;
  }

  private void dictionary(Collection<SeriesName> names) {
    var metrics = new TreeSet<>(SstFixture::compareBytes);
    var pairs = new TreeSet<>(SstFixture::compareBytes);
    for (SeriesName name : names) {
      metrics.add(name.metric());
      name.tags().forEach(tag -> pairs.add(tag.toString()));
    }
    terms.addAll(metrics);
    terms.addAll(pairs);
    metricCount = metrics.size();
    for (int id = 0; id < terms.size(); id++) {
      entries.put(keys.term(id), bytes(terms.get(id)));
    }
    Map<String, Integer> first = new HashMap<>();
    Map<String, Integer> count = new HashMap<>();
    for (int id = metricCount; id < terms.size(); id++) {
      String pair = terms.get(id);
      String key = pair.substring(0, pair.indexOf('='));
      entries.put(keys.pair(bytes(pair)), new PairEntry(id).toBytes());
      entries.put(keys.tagValue(bytes(pair.substring(key.length() + 1))), new byte[0]);
      first.putIfAbsent(key, id);
      count.merge(key, 1, Integer::sum);
      entries.put(
          keys.tagKey(bytes(key)),
          new KeyEntry(
                  Objects.requireNonNull(first.get(key)), Objects.requireNonNull(count.get(key)))
              .toBytes());
    }
  }

  private void series(Map<SeriesName, NavigableMap<Long, Double>> data) {
    Map<String, Integer> ids = new HashMap<>();
    for (int id = metricCount; id < terms.size(); id++) {
      ids.put(terms.get(id), id);
    }
    List<Series> all = new ArrayList<>();
    data.forEach((name, points) -> all.add(new Series(name, terms(name, ids), points)));
    all.sort((a, b) -> Arrays.compare(a.terms(), b.terms()));
    for (int metric = 0; metric < metricCount; metric++) {
      int first = 0;
      while (all.get(first).terms()[0] != metric) {
        first++;
      }
      int behind = first;
      while (behind < all.size() && all.get(behind).terms()[0] == metric) {
        behind++;
      }
      metric(metric, first, all.subList(first, behind));
    }
    for (int id = 0; id < all.size(); id++) {
      data(all.get(id), id);
    }
    entries.put(
        keys.marker(),
        new BucketMarker(metricCount, terms.size() - metricCount, all.size(), 0).toBytes());
  }

  private int[] terms(SeriesName name, Map<String, Integer> pairs) {
    List<Integer> numbers = new ArrayList<>();
    numbers.add(terms.subList(0, metricCount).indexOf(name.metric()));
    for (Tag tag : name.tags()) {
      numbers.add(pairs.get(tag.toString()));
    }
    return numbers.stream().mapToInt(Integer::intValue).toArray();
  }

  private void metric(int metric, int first, List<Series> series) {
    entries.put(
        keys.metric(bytes(terms.get(metric))),
        new MetricEntry(metric, first, series.size()).toBytes());
    int[] hashes = terms.stream().mapToInt(term -> SeriesCheck.ofTerm(bytes(term))).toArray();
    Map<Integer, List<Integer>> postings = new TreeMap<>();
    Map<String, List<Integer>> ofKeys = new TreeMap<>();
    Map<String, List<Integer>> pairsOfKeys = new HashMap<>();
    var names = new NamesEncoder();
    for (int i = 0; i < series.size(); i++) {
      Series one = series.get(i);
      int[] pairs = Arrays.copyOfRange(one.terms(), 1, one.terms().length);
      for (int pair : pairs) {
        String key = terms.get(pair).substring(0, terms.get(pair).indexOf('='));
        postings.computeIfAbsent(pair, missing -> new ArrayList<>()).add(first + i);
        ofKeys.computeIfAbsent(key, missing -> new ArrayList<>()).add(first + i);
        pairsOfKeys.computeIfAbsent(key, missing -> new ArrayList<>()).add(pair);
      }
      int check = SeriesCheck.of(hashes, one.terms(), one.terms().length);
      names.add(one.name().hash(), check, pairs, pairs.length);
      if (names.series() == NamesEncoder.MAX_SERIES || i == series.size() - 1) {
        int chunk = first + i / NamesEncoder.MAX_SERIES * NamesEncoder.MAX_SERIES;
        entries.put(keys.names(metric, chunk), names.toBytes());
        names.clear();
      }
    }
    postings.forEach(
        (pair, ids) -> entries.put(keys.postings(metric, pair), Ids.encode(ints(ids), ids.size())));
    ofKeys.forEach(
        (key, ids) -> {
          List<Integer> pairs = Objects.requireNonNull(pairsOfKeys.get(key));
          int firstPair =
              KeyEntry.parse(Objects.requireNonNull(entries.get(keys.tagKey(bytes(key)))))
                  .firstPair();
          entries.put(
              keys.keyPostings(metric, firstPair),
              KeyPostings.encode(ints(ids), ints(pairs), ids.size()));
        });
  }

  private void data(Series series, int id) {
    int metric = series.terms()[0];
    if (manifest.raw()) {
      put(Aggregate.RAW, metric, id, series.points());
    }
    if (manifest.rollupMillis() > 0) {
      for (Aggregate aggregate :
          List.of(Aggregate.SUM, Aggregate.COUNT, Aggregate.MIN, Aggregate.MAX)) {
        put(aggregate, metric, id, rollup(series.points(), aggregate, manifest.rollupMillis()));
      }
    }
  }

  /// Returns one datapoint for each interval that has some.
  static NavigableMap<Long, Double> rollup(
      SortedMap<Long, Double> points, Aggregate aggregate, long interval) {
    NavigableMap<Long, Double> rollup = new TreeMap<>();
    points.forEach(
        (time, value) ->
            rollup.merge(
                time - time % interval,
                aggregate == Aggregate.COUNT ? 1.0 : value,
                (a, b) ->
                    switch (aggregate) {
                      case MIN -> Math.min(a, b);
                      case MAX -> Math.max(a, b);
                      default -> a + b;
                    }));
    return rollup;
  }

  private void put(Aggregate aggregate, int metric, int id, SortedMap<Long, Double> points) {
    double[] all = points.values().stream().mapToDouble(Double::doubleValue).toArray();
    PointBuffer typed = typed(aggregate, terms.get(metric), all);
    byte[] value = new byte[DataValue.MAX_HEAD_BYTES + values.prepare(typed)];
    int at = DataValue.write(column(List.copyOf(points.keySet())), value, 0);
    at = values.encode(typed, value, at);
    entries.put(keys.data(aggregate, metric, id), Arrays.copyOf(value, at));
  }

  private static PointBuffer typed(Aggregate aggregate, String metric, double[] all) {
    boolean summed = aggregate == Aggregate.RAW || aggregate == Aggregate.SUM;
    if (summed && metric.startsWith(HISTOGRAMS)) {
      return histograms(all);
    }
    return aggregate == Aggregate.RAW && metric.startsWith(WIDE)
        ? wide(all)
        : PointBuffer.of(new long[all.length], all);
  }

  private static PointBuffer histograms(double[] all) {
    var points = new PointBuffer();
    for (double value : all) {
      int handle = points.histograms().add(FixedShape.of(new float[] {1}, new float[] {2}));
      points.histograms().words()[handle + 3] = (long) value;
      points.addHistogram(0, handle);
    }
    return points;
  }

  private static PointBuffer wide(double[] all) {
    double[] words = Arrays.stream(all).map(v -> ValueType.word(BASE + (long) v)).toArray();
    return PointBuffer.of(new long[all.length], words, ValueType.LONGS, null);
  }

  private int column(List<Long> times) {
    Integer known = columns.putIfAbsent(times, columns.size());
    if (known != null) {
      return known;
    }
    int count = times.size();
    byte[] value = new byte[ColumnValue.MAX_HEAD_BYTES + TimestampEncoder.maxBytes(count)];
    int at = ColumnValue.write(count, value, 0);
    long[] all = times.stream().mapToLong(Long::longValue).toArray();
    at += timestamps.encode(all, count, manifest.startMillis(), value, at);
    entries.put(keys.column(columns.size() - 1), Arrays.copyOf(value, at));
    return columns.size() - 1;
  }

  private static int compareBytes(String a, String b) {
    return Arrays.compareUnsigned(bytes(a), bytes(b));
  }

  private static byte[] bytes(String text) {
    return NameText.bytes(text);
  }

  private static int[] ints(List<Integer> list) {
    return list.stream().mapToInt(Integer::intValue).toArray();
  }
}
