package goku.root.conformance;

import com.fasterxml.jackson.databind.JsonNode;
import goku.model.HistogramMetric;
import goku.model.SeriesName;
import goku.model.histogram.FixedShape;
import goku.model.histogram.Histograms;
import goku.root.RootFixture;
import goku.root.conformance.corpus.Corpus;
import goku.root.conformance.corpus.RecordedCase;
import goku.testkit.shard.TypedValue;
import java.nio.ByteBuffer;
import java.util.Base64;
import java.util.Comparator;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/// The data of the recorded cases about histograms, as an ingestor stores them.
final class RecordedHistograms {
  /// The number that separates seconds from milliseconds, as in OpenTSDB.
  private static final long FIRST_MILLIS = 1L << 32;

  private RecordedHistograms() {}

  private record Range(float lower, float upper) implements Comparable<Range> {
    static Range of(String text) {
      String[] bounds = text.split(",", -1);
      return new Range(Float.parseFloat(bounds[0]), Float.parseFloat(bounds[1]));
    }

    boolean isFinite() {
      return Float.isFinite(lower) && Float.isFinite(upper);
    }

    @Override
    public int compareTo(Range other) {
      return Comparator.comparingDouble(Range::lower)
          .thenComparingDouble(Range::upper)
          .compare(this, other);
    }
  }

  /// Stores the data. Ranges without finite bounds are left out.
  static void putAll(RootFixture root) {
    Corpus.cases("histogram").stream()
        .filter(RecordedHistograms::isData)
        .map(recorded -> recorded.json().path("body"))
        .forEach(
            body -> {
              if (body.isArray()) {
                body.forEach(one -> put(root, one));
              } else {
                put(root, body);
              }
            });
  }

  private static boolean isData(RecordedCase recorded) {
    JsonNode json = recorded.json();
    return json.path("features").path(0).asText().equals("hist:data")
        || (Set.of("hg.many", "hg.wt").contains(json.path("body").path("metric").asText())
            && json.path("expect").path("status").asInt() < 300);
  }

  private static void put(RootFixture root, JsonNode one) {
    long time = one.get("timestamp").asLong();
    long millis = time < FIRST_MILLIS ? time * 1000 : time;
    Map<String, String> tags = new HashMap<>();
    one.get("tags").properties().forEach(tag -> tags.put(tag.getKey(), tag.getValue().asText()));
    String metric = one.get("metric").asText();
    if (one.has("buckets")) {
      root.put(name(metric, tags), millis, histogram(one));
    } else if (one.has("id")) {
      root.put(name(metric, tags), millis, withoutRanges(one.get("value").asText()));
    } else {
      root.put(SeriesName.of(metric, tags), millis, TypedValue.parsed(one.get("value").asText()));
    }
  }

  private static SeriesName name(String metric, Map<String, String> tags) {
    return SeriesName.of(HistogramMetric.of(metric), tags);
  }

  private static TypedValue histogram(JsonNode one) {
    Map<Range, Long> counts = new TreeMap<>();
    one.get("buckets")
        .properties()
        .forEach(bucket -> counts.put(Range.of(bucket.getKey()), bucket.getValue().asLong()));
    counts.keySet().removeIf(range -> !range.isFinite());
    return stored(counts, one.path("underflow").asLong(), one.path("overflow").asLong());
  }

  /// Decodes a binary histogram that has only counts below and above its ranges.
  private static TypedValue withoutRanges(String base64) {
    ByteBuffer bytes = ByteBuffer.wrap(Base64.getDecoder().decode(base64));
    if (bytes.getShort() != 0) {
      throw new IllegalArgumentException("has ranges: " + base64);
    }
    return stored(Map.of(), varint(bytes), varint(bytes));
  }

  private static long varint(ByteBuffer bytes) {
    long value = 0;
    for (int shift = 0; ; shift += 7) {
      byte next = bytes.get();
      value |= (next & 0x7FL) << shift;
      if (next >= 0) {
        return value;
      }
    }
  }

  private static TypedValue stored(Map<Range, Long> counts, long underflow, long overflow) {
    float[] lower = new float[counts.size()];
    float[] upper = new float[counts.size()];
    long[] all = new long[counts.size() + 2];
    all[FixedShape.UNDERFLOW] = underflow;
    all[FixedShape.OVERFLOW] = overflow;
    int at = 0;
    for (Map.Entry<Range, Long> range : counts.entrySet()) {
      lower[at] = range.getKey().lower();
      upper[at] = range.getKey().upper();
      all[2 + at++] = range.getValue();
    }
    var store = new Histograms();
    int handle = store.add(FixedShape.of(lower, upper));
    System.arraycopy(all, 0, store.words(), handle + 1, all.length);
    return TypedValue.histogram(store, handle);
  }
}
