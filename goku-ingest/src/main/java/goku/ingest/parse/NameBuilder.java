package goku.ingest.parse;

import goku.model.NameHash;
import goku.model.NameText;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/// A builder of canonical series names from words that lie in an array in any order. Reused for
/// every datapoint. Owned by one thread. Methods return null on success.
final class NameBuilder {
  private final SeriesNameRules rules;
  // tag i is source[starts[i]..ends[i]), its equals sign at equals[i]
  private final int[] starts;
  private final int[] equals;
  private final int[] ends;
  private byte[] source = {};
  private int metricStart;
  private int metricEnd;
  private int tags;
  private boolean ascending;

  NameBuilder(SeriesNameRules rules) {
    this.rules = rules;
    this.starts = new int[rules.maxTags()];
    this.equals = new int[rules.maxTags()];
    this.ends = new int[rules.maxTags()];
  }

  /// Begins a name whose words lie in `source`.
  void begin(byte[] source) {
    this.source = source;
    tags = 0;
    ascending = true;
  }

  @Nullable Rejection metric(int start, int end) {
    metricStart = start;
    metricEnd = end;
    if (start == end) {
      return new Rejection(Reason.METRIC_EMPTY, "Metric name was empty");
    }
    return end - start > rules.maxWordBytes()
        ? tooLong(Reason.METRIC_TOO_LONG, "metric name", start, end)
        : null;
  }

  /// Adds the tag at `start`, whose key ends before `equals` and whose value ends before `end`.
  @Nullable Rejection tag(int start, int equalsAt, int end) {
    Rejection rejection = check(start, equalsAt, end);
    if (rejection != null) {
      return rejection;
    }
    if (tags == starts.length) {
      return new Rejection(
          Reason.TOO_MANY_TAGS, "Too many tags: maximum allowed: " + starts.length);
    }
    put(tags, start, equalsAt, end);
    ascending &= tags == 0 || compareKeys(tags - 1, start, equalsAt) < 0;
    tags++;
    return null;
  }

  private @Nullable Rejection check(int start, int equalsAt, int end) {
    if (start == equalsAt || equalsAt + 1 == end) {
      return new Rejection(
          Reason.TAG_EMPTY,
          "Invalid tag: %s: empty %s"
              .formatted(Rejection.show(source, start, end), start == equalsAt ? "key" : "value"));
    }
    if (Math.max(equalsAt - start, end - equalsAt - 1) > rules.maxWordBytes()) {
      return equalsAt - start > rules.maxWordBytes()
          ? tooLong(Reason.TAG_TOO_LONG, "tag key", start, equalsAt)
          : tooLong(Reason.TAG_TOO_LONG, valueOf(source, start, equalsAt), equalsAt + 1, end);
    }
    return null;
  }

  private void put(int tag, int start, int equalsAt, int end) {
    starts[tag] = start;
    equals[tag] = equalsAt;
    ends[tag] = end;
  }

  /// Adds a tag like `tag`, or replaces the value of its key.
  @Nullable Rejection tagOrReplace(int start, int equalsAt, int end) {
    for (int i = 0; i < tags; i++) {
      if (compareKeys(i, start, equalsAt) == 0) {
        Rejection rejection = check(start, equalsAt, end);
        if (rejection == null) {
          put(i, start, equalsAt, end);
        }
        return rejection;
      }
    }
    return tag(start, equalsAt, end);
  }

  /// Writes the metric, the sorted tags and the hashes.
  @Nullable Rejection finish(Datapoint into) {
    if (!ascending) {
      Rejection duplicate = sort();
      if (duplicate != null) {
        return duplicate;
      }
    }
    if (tags == 0 && rules.strict()) {
      return new Rejection(Reason.NO_TAGS, "Missing tags");
    }
    return finish(into, tags == 0 ? CanonicalTags.NONE : new CanonicalTags(sortedTags()));
  }

  private byte[] sortedTags() {
    int size = 0;
    for (int i = 0; i < tags; i++) {
      size += 1 + ends[i] - starts[i];
    }
    byte[] sorted = new byte[size];
    int at = 0;
    for (int i = 0; i < tags; i++) {
      sorted[at++] = ' ';
      int length = ends[i] - starts[i];
      System.arraycopy(source, starts[i], sorted, at, length);
      at += length;
    }
    return sorted;
  }

  /// Writes the metric and tags that were sorted before.
  @Nullable Rejection finish(Datapoint into, CanonicalTags sorted) {
    int length = metricEnd - metricStart;
    int nameBytes = length + sorted.bytes().length;
    if (nameBytes > rules.maxNameBytes()) {
      return new Rejection(
          Reason.NAME_TOO_LONG,
          "Metric and tags take %d bytes, maximum allowed: %d"
              .formatted(nameBytes, rules.maxNameBytes()));
    }
    if (into.metric.length < length) {
      into.metric = new byte[Math.max(length, into.metric.length * 2)];
    }
    System.arraycopy(source, metricStart, into.metric, 0, length);
    into.metricLength = length;
    into.metricHash = NameHash.of(into.metric, 0, length);
    into.tags = sorted;
    into.hash = NameHash.ofSeries(into.metricHash, sorted.hash());
    return null;
  }

  /// Sorts by insertion, because tags are few. A repeated pair counts once, as in OpenTSDB.
  private @Nullable Rejection sort() {
    int given = tags;
    tags = 0;
    for (int i = 0; i < given; i++) {
      int start = starts[i];
      int equalsAt = equals[i];
      int end = ends[i];
      int to = tags;
      int order = -1;
      while (to > 0 && (order = compareKeys(to - 1, start, equalsAt)) > 0) {
        to--;
      }
      if (to > 0 && order == 0) {
        if (!Arrays.equals(source, starts[to - 1], ends[to - 1], source, start, end)) {
          return duplicate(to - 1, start, end);
        }
        continue;
      }
      insert(to, start, equalsAt, end);
    }
    return null;
  }

  private void insert(int to, int start, int equalsAt, int end) {
    System.arraycopy(starts, to, starts, to + 1, tags - to);
    System.arraycopy(equals, to, equals, to + 1, tags - to);
    System.arraycopy(ends, to, ends, to + 1, tags - to);
    put(to, start, equalsAt, end);
    tags++;
  }

  private int compareKeys(int tag, int start, int end) {
    // keys are not empty, and most differ in their first byte
    int first = Byte.compareUnsigned(source[starts[tag]], source[start]);
    if (first != 0) {
      return first;
    }
    return Arrays.compareUnsigned(source, starts[tag], equals[tag], source, start, end);
  }

  private Rejection duplicate(int tag, int start, int end) {
    return new Rejection(
        Reason.TAG_DUPLICATE,
        "duplicate tag: %s and %s"
            .formatted(
                Rejection.show(source, starts[tag], ends[tag]),
                Rejection.show(source, start, end)));
  }

  /// Returns the name of a tag value in messages, which are like those of OpenTSDB.
  static String valueOf(byte[] source, int keyStart, int keyEnd) {
    return "tag value with key [%s]".formatted(NameText.text(source, keyStart, keyEnd - keyStart));
  }

  private Rejection tooLong(Reason reason, String field, int start, int end) {
    return new Rejection(
        reason,
        "Invalid %s (%s): %d bytes, maximum allowed: %d"
            .formatted(
                field, Rejection.show(source, start, end), end - start, rules.maxWordBytes()));
  }
}
