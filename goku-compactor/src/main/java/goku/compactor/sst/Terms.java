package goku.compactor.sst;

import static java.nio.charset.StandardCharsets.UTF_8;

import goku.compactor.sst.file.SstFile;
import goku.format.sst.MetricEntry;
import goku.format.sst.PairEntry;
import goku.format.sst.SeriesCheck;
import goku.format.sst.SstKeys;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/// The terms of a bucket, most of which are written as they come. Memory holds 8 bytes of each. It
/// also holds the texts of metrics and tag keys, whose dictionary entries are complete only later.
/// Owned by one thread.
final class Terms {
  private static final int FIRST_CAPACITY = 1024;

  private final SstKeys keys;
  private final SstFile reverse;
  private final SstFile pairs;
  private final SstFile metrics;

  private final List<byte[]> metricTexts = new ArrayList<>();
  private final List<TagKey> tagKeys = new ArrayList<>();
  private byte[] previous = {};
  private int count;

  /// The hashes for the check of a series, by number of the term.
  private int[] hashes = new int[FIRST_CAPACITY];

  /// The first pair with the same tag key, by number of the term.
  private int[] firstPairs = new int[FIRST_CAPACITY];

  Terms(SstKeys keys, SstFile reverse, SstFile pairs, SstFile metrics) {
    this.keys = keys;
    this.reverse = reverse;
    this.pairs = pairs;
    this.metrics = metrics;
  }

  int count() {
    return count;
  }

  int metrics() {
    return metricTexts.size();
  }

  List<TagKey> tagKeys() {
    return tagKeys;
  }

  int firstPairOfKey(int pair) {
    return firstPairs[pair];
  }

  /// Returns the check of a series.
  int check(int[] terms, int termCount) {
    return SeriesCheck.of(hashes, terms, termCount);
  }

  void metric(byte[] utf8) throws IOException {
    if (count > metrics()) {
      throw new IllegalStateException("cannot add a metric after the first pair");
    }
    requireAscending(utf8, count == 0);
    metricTexts.add(utf8.clone());
    add(utf8);
  }

  void pair(byte[] utf8) throws IOException {
    requireAscending(utf8, count == metrics());
    int keyBytes = indexOfEquals(utf8);
    if (tagKeys.isEmpty() || !hasKey(utf8, keyBytes, tagKeys.getLast().text())) {
      tagKeys.add(new TagKey(Arrays.copyOf(utf8, keyBytes), count));
    }
    TagKey key = tagKeys.getLast();
    key.addPair();
    pairs.put(keys.pair(utf8), new PairEntry(count).toBytes());
    add(utf8);
    firstPairs[count - 1] = key.firstPair();
  }

  /// Writes a metric with its series to the dictionary. Metrics ascend.
  void endMetric(int metric, int firstSeries, int series) throws IOException {
    metrics.put(
        keys.metric(metricTexts.get(metric)),
        new MetricEntry(metric, firstSeries, series).toBytes());
  }

  private void add(byte[] utf8) throws IOException {
    if (count == hashes.length) {
      hashes = Arrays.copyOf(hashes, count + count / 2);
      firstPairs = Arrays.copyOf(firstPairs, count + count / 2);
    }
    reverse.put(keys.term(count), utf8);
    hashes[count++] = SeriesCheck.ofTerm(utf8);
    previous = utf8.clone();
  }

  private void requireAscending(byte[] utf8, boolean first) {
    if (!first && Arrays.compareUnsigned(previous, utf8) >= 0) {
      throw new IllegalArgumentException(
          "found '%s' after '%s', wanted ascending terms"
              .formatted(new String(utf8, UTF_8), new String(previous, UTF_8)));
    }
  }

  private static boolean hasKey(byte[] pair, int keyBytes, byte[] key) {
    return Arrays.equals(pair, 0, keyBytes, key, 0, key.length);
  }

  private static int indexOfEquals(byte[] pair) {
    for (int i = 0; i < pair.length; i++) {
      if (pair[i] == '=') {
        return i;
      }
    }
    throw new IllegalArgumentException(
        "found '%s', wanted key=value".formatted(new String(pair, UTF_8)));
  }
}
