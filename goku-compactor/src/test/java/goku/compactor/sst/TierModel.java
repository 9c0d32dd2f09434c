package goku.compactor.sst;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import goku.format.sst.Ids;
import goku.format.sst.KeyEntry;
import goku.format.sst.KeyPostings;
import goku.format.sst.KeyType;
import goku.format.sst.MetricEntry;
import goku.format.sst.NamesDecoder;
import goku.format.sst.PairEntry;
import goku.format.sst.SeriesCheck;
import goku.format.sst.SstKeys;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Stream;

/// A model of the dictionaries, postings and names of a bucket. It is built from the series in the
/// simplest way and compared with the keys of the bucket.
final class TierModel {
  private static final SstKeys KEYS = new SstKeys(TierFixture.BUCKET);

  private final Map<byte[], byte[]> found;
  private final List<String> metrics;
  private final List<String> pairs;

  TierModel(Map<byte[], byte[]> found, List<String> metrics, List<String> pairs) {
    this.found = found;
    this.metrics = metrics;
    this.pairs = pairs;
  }

  void check(List<TierFixture.Series> series) {
    dictionary(series);
    postings(series);
    names(series);
  }

  private void dictionary(List<TierFixture.Series> series) {
    Map<Integer, Integer> first = new HashMap<>();
    Map<Integer, Integer> count = new TreeMap<>();
    for (int i = 0; i < series.size(); i++) {
      first.putIfAbsent(series.get(i).terms()[0], i);
      count.merge(series.get(i).terms()[0], 1, Integer::sum);
    }
    count.forEach(
        (metric, number) ->
            assertThat(MetricEntry.parse(value(KEYS.metric(utf8(metrics.get(metric))))))
                .isEqualTo(
                    new MetricEntry(metric, Objects.requireNonNull(first.get(metric)), number)));
    Map<String, KeyEntry> keys = new TreeMap<>();
    var values = new TreeSet<String>();
    for (int i = 0; i < pairs.size(); i++) {
      String pair = pairs.get(i);
      int id = metrics.size() + i;
      assertThat(PairEntry.parse(value(KEYS.pair(utf8(pair)))).id()).isEqualTo(id);
      keys.merge(
          pair.substring(0, pair.indexOf('=')),
          new KeyEntry(id, 1),
          (old, _) -> new KeyEntry(old.firstPair(), old.pairs() + 1));
      values.add(pair.substring(pair.indexOf('=') + 1));
    }
    keys.forEach(
        (key, entry) -> assertThat(KeyEntry.parse(value(KEYS.tagKey(utf8(key))))).isEqualTo(entry));
    values.forEach(text -> assertThat(value(KEYS.tagValue(utf8(text)))).isEmpty());
    assertThat(keysOf(KeyType.DICTIONARY))
        .isEqualTo((long) count.size() + pairs.size() + keys.size() + values.size());
  }

  private void postings(List<TierFixture.Series> series) {
    Map<List<Integer>, List<Integer>> byPair = new HashMap<>();
    Map<List<Integer>, List<Integer>> byKey = new HashMap<>();
    Map<List<Integer>, List<Integer>> pairsByKey = new HashMap<>();
    for (int i = 0; i < series.size(); i++) {
      int[] terms = series.get(i).terms();
      for (int pair : Arrays.copyOfRange(terms, 1, terms.length)) {
        List<Integer> key = List.of(terms[0], firstPair(pair));
        byPair.computeIfAbsent(List.of(terms[0], pair), _ -> new ArrayList<>()).add(i);
        byKey.computeIfAbsent(key, _ -> new ArrayList<>()).add(i);
        pairsByKey.computeIfAbsent(key, _ -> new ArrayList<>()).add(pair);
      }
    }
    byPair.forEach(
        (key, ids) ->
            assertThat(Ids.decode(value(KEYS.postings(key.getFirst(), key.getLast()))))
                .isEqualTo(ints(ids)));
    byKey.forEach(
        (key, ids) -> {
          var read = KeyPostings.parse(value(KEYS.keyPostings(key.getFirst(), key.getLast())));
          assertThat(read.series()).isEqualTo(ints(ids));
          assertThat(read.pairs()).isEqualTo(ints(Objects.requireNonNull(pairsByKey.get(key))));
        });
    assertThat(keysOf(KeyType.POSTINGS)).isEqualTo(byPair.size());
    assertThat(keysOf(KeyType.KEY_POSTINGS)).isEqualTo(byKey.size());
  }

  private void names(List<TierFixture.Series> series) {
    int[] hashes =
        Stream.concat(metrics.stream(), pairs.stream())
            .mapToInt(term -> SeriesCheck.ofTerm(utf8(term)))
            .toArray();
    int next = 0;
    while (next < series.size()) {
      int metric = series.get(next).terms()[0];
      var names = new NamesDecoder(value(KEYS.names(metric, next)));
      while (names.next()) {
        int[] terms = series.get(next).terms();
        assertThat(terms[0]).isEqualTo(metric);
        assertThat(names.hash()).isEqualTo(series.get(next).hash());
        assertThat(names.check()).isEqualTo(SeriesCheck.of(hashes, terms, terms.length));
        assertThat(Arrays.copyOf(names.pairs(), names.pairCount()))
            .isEqualTo(Arrays.copyOfRange(terms, 1, terms.length));
        next++;
      }
    }
  }

  private int firstPair(int pair) {
    String text = pairs.get(pair - metrics.size());
    String key = text.substring(0, text.indexOf('=') + 1);
    int first = pair - metrics.size();
    while (first > 0 && pairs.get(first - 1).startsWith(key)) {
      first--;
    }
    return metrics.size() + first;
  }

  private byte[] value(byte[] key) {
    assertThat(found).containsKey(key);
    return Objects.requireNonNull(found.get(key));
  }

  private long keysOf(KeyType type) {
    return found.keySet().stream().filter(key -> KEYS.has(key, type)).count();
  }

  private static int[] ints(List<Integer> numbers) {
    return numbers.stream().mapToInt(Integer::intValue).toArray();
  }

  private static byte[] utf8(String text) {
    return text.getBytes(UTF_8);
  }
}
