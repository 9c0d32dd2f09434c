package goku.longterm.read;

import static goku.longterm.read.cover.CoverFixture.DAY;
import static goku.longterm.read.cover.CoverFixture.DISK;
import static goku.longterm.read.cover.CoverFixture.EPOCH;
import static goku.longterm.read.cover.CoverFixture.HOUR;
import static goku.longterm.read.cover.CoverFixture.MINUTE;
import static goku.longterm.read.cover.CoverFixture.bucket;
import static org.assertj.core.api.Assertions.assertThat;

import com.google.re2j.Pattern;
import goku.format.delete.DeleteRecord;
import goku.format.delete.DeleteWriter;
import goku.format.sst.Aggregate;
import goku.longterm.read.cover.Cover;
import goku.longterm.read.cover.CoverFixture;
import goku.longterm.read.cover.Segment;
import goku.model.NameKind;
import goku.model.PointBuffer;
import goku.model.SeriesFilter;
import goku.model.SeriesName;
import goku.model.Tag;
import goku.model.TagFilter;
import goku.model.TimeRange;
import goku.query.Resolution;
import goku.query.SeriesSelection;
import goku.testkit.shard.MemoryShard;
import goku.tier.Manifest;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Objects;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;

class LongShardPropertyTest {
  private static final List<Resolution.Value> FORMS = List.of(Resolution.Value.values());
  private static final List<String> METRICS = List.of("cpu", "mem", "mem free", "mem.free");
  private static final List<String> KEYS = List.of("host", "host a", "host-a", "z");
  private static final List<String> VALUES =
      List.of("a", "A", "b", "ab", "ba", "c", "ü", "a=b", " a b");

  @Property(tries = 25)
  void theShardAnswersLikeTheFlatDataOfItsBuckets(@ForAll long seed) {
    var random = new Random(seed);
    try (var shard = new DiskShard()) {
      long now = EPOCH + 20 * DAY + random.nextLong(80 * DAY);
      shard.clock.set(CoverFixture.at(now));
      fill(random, shard);
      Map<SeriesName, NavigableMap<Long, Double>> left = new HashMap<>(shard.data());
      for (int n = random.nextInt(4); n > 0; n--) {
        delete(random, shard, left);
      }
      MemoryShard reference = new MemoryShard();
      left.forEach(
          (name, points) -> points.forEach((time, value) -> reference.put(name, time, value)));
      for (int query = 0; query < 10; query++) {
        long start = EPOCH + random.nextLong(16 * DAY);
        var range = new TimeRange(start, start + random.nextLong(20 * DAY));
        var resolution =
            new Resolution(
                FORMS.get(random.nextInt(FORMS.size())), random.nextInt(3) * (15 * MINUTE));
        SeriesFilter filter = filter(random, shard.data().keySet());
        check(shard, left, reference, filter, range, resolution, random);
      }
      checkNames(shard, left);
      assertThat(shard.pins).isZero();
    }
  }

  /// Deletes whole hours, so that rollups go or stay as a whole.
  private static void delete(
      Random random, DiskShard shard, Map<SeriesName, NavigableMap<Long, Double>> from) {
    SeriesFilter which = filter(random, shard.data().keySet());
    String metric = which.metric() == null ? pick(random, METRICS) : which.metric();
    long start = EPOCH + (random.nextInt(3) == 0 ? 0 : random.nextLong(16 * 24) * HOUR);
    long end = start + (random.nextInt(3) == 0 ? 16 * DAY : random.nextLong(1, 100) * HOUR) - 1;
    var range = new TimeRange(start, end);
    shard.delete(
        1,
        DeleteWriter.write(
            new DeleteRecord(
                metric, which.filters(), which.explicitTags(), which.nameHashes(), range)));
    var about = new SeriesFilter(metric, which.filters(), which.explicitTags(), which.nameHashes());
    var all = new MemoryShard();
    shard.data().keySet().forEach(name -> all.put(name, start, 0));
    try (SeriesSelection selected = all.select(about, range, Resolution.RAW)) {
      for (String name : names(selected)) {
        from.computeIfPresent(
            DiskShard.name(name),
            (_, points) -> {
              var rest = new TreeMap<>(points);
              rest.keySet().removeIf(range::contains);
              return rest;
            });
      }
    }
  }

  /// Checks that names are known as long as a bucket has a series with them.
  private static void checkNames(
      DiskShard shard, Map<SeriesName, NavigableMap<Long, Double>> left) {
    Map<NameKind, Set<String>> expected = new EnumMap<>(NameKind.class);
    for (NameKind kind : NameKind.values()) {
      expected.put(kind, new TreeSet<>());
    }
    long kept = shard.clock.instant().toEpochMilli() - DISK.ttl().toMillis();
    for (Manifest bucket : shard.manifests()) {
      left.forEach(
          (name, points) -> {
            boolean isThere =
                bucket.endMillis() > kept
                    && !points.subMap(bucket.startMillis(), bucket.endMillis()).isEmpty();
            if (isThere) {
              add(expected, NameKind.METRIC, name.metric());
              for (Tag tag : name.tags()) {
                add(expected, NameKind.TAG_KEY, tag.key());
                add(expected, NameKind.TAG_VALUE, tag.value());
              }
            }
          });
    }
    expected.forEach(
        (kind, names) -> {
          assertThat(new TreeSet<>(shard.reader.suggest(kind, "", 100))).isEqualTo(names);
          Stream.of(METRICS, KEYS, VALUES)
              .flatMap(List::stream)
              .forEach(
                  name ->
                      assertThat(shard.reader.knows(kind, name)).isEqualTo(names.contains(name)));
        });
  }

  private static void add(Map<NameKind, Set<String>> to, NameKind kind, String name) {
    to.computeIfAbsent(kind, _ -> new TreeSet<>()).add(name);
  }

  private static void check(
      DiskShard shard,
      Map<SeriesName, NavigableMap<Long, Double>> left,
      MemoryShard reference,
      SeriesFilter filter,
      TimeRange range,
      Resolution resolution,
      Random random) {
    List<Manifest> manifests = shard.manifests();
    List<Segment> cover =
        Cover.of(
            manifests,
            DISK,
            shard.clock.instant(),
            range,
            bucket -> shard.isMasked(bucket, filter) ? Resolution.RAW : resolution);
    Map<String, String> expected = new HashMap<>();
    for (String name : names(reference.select(filter, range, resolution))) {
      String points =
          points(Objects.requireNonNull(left.get(DiskShard.name(name))), cover, resolution.value());
      if (!points.isEmpty()) {
        expected.put(name, points);
      }
    }
    try (SeriesSelection selection = shard.reader.select(filter, range, resolution)) {
      List<String> names = names(selection);
      assertThat(new HashSet<>(names)).hasSize(names.size());
      assertThat(read(selection, names, random)).isEqualTo(expected);
    }
  }

  /// Returns the datapoints of the series that have some, reading a part of them with prefetch.
  private static Map<String, String> read(
      SeriesSelection selection, List<String> names, Random random) {
    Map<String, String> read = new HashMap<>();
    var reader = selection.reader();
    var buffer = new PointBuffer();
    int[] order = IntStream.range(0, names.size()).toArray();
    for (int i = order.length - 1; i > 0; i--) {
      int other = random.nextInt(i + 1);
      int kept = order[i];
      order[i] = order[other];
      order[other] = kept;
    }
    for (int i = 0; i < order.length; i++) {
      if (random.nextInt(4) == 0) {
        reader.prefetch(order, i, i + random.nextInt(order.length - i));
      }
      reader.read(order[i], buffer);
      var text = new StringBuilder();
      for (int n = 0; n < buffer.size(); n++) {
        append(
            text,
            buffer.timestamps()[n],
            buffer.values()[n],
            buffer.isWeighted() ? buffer.weights()[n] : 1);
      }
      if (!text.isEmpty()) {
        read.put(names.get(order[i]), text.toString());
      }
    }
    return read;
  }

  private static List<String> names(SeriesSelection selection) {
    List<String> names = new ArrayList<>();
    int[] terms = new int[8];
    for (int position = 0; position < selection.size(); position++) {
      Map<String, String> tags = new HashMap<>();
      int count = selection.tagTerms(position, terms);
      for (int n = 0; n < count; n++) {
        tags.put(selection.tag(terms[n]).key(), selection.tag(terms[n]).value());
      }
      names.add(SeriesName.of(selection.metric(position), tags).toString());
    }
    return names;
  }

  /// Returns the datapoints that the segments hold of a series.
  private static String points(
      NavigableMap<Long, Double> flat, List<Segment> cover, Resolution.Value value) {
    var text = new StringBuilder();
    for (Segment segment : cover) {
      if (segment.raw()) {
        flat.subMap(segment.fromMillis(), segment.endMillis())
            .forEach((time, point) -> append(text, time, point, 1));
        continue;
      }
      NavigableMap<Long, Double> counts = rollup(flat, Aggregate.COUNT, segment);
      NavigableMap<Long, Double> sums = rollup(flat, Aggregate.SUM, segment);
      NavigableMap<Long, Double> least = rollup(flat, Aggregate.MIN, segment);
      NavigableMap<Long, Double> greatest = rollup(flat, Aggregate.MAX, segment);
      for (long time : counts.navigableKeySet()) {
        double count = at(counts, time);
        double sum = at(sums, time);
        switch (value) {
          case AVERAGE -> append(text, time, sum / count, 1);
          case SUM -> append(text, time, sum, 1);
          case WEIGHTED_SUM -> append(text, time, sum, count);
          case COUNT -> append(text, time, count, count);
          case MIN -> append(text, time, at(least, time), 1);
          case MAX -> append(text, time, at(greatest, time), 1);
        }
      }
    }
    return text.toString();
  }

  private static NavigableMap<Long, Double> rollup(
      NavigableMap<Long, Double> flat, Aggregate aggregate, Segment segment) {
    return new TreeMap<>(
        SstFixture.rollup(flat, aggregate, segment.intervalMillis())
            .subMap(segment.fromMillis(), segment.endMillis()));
  }

  private static double at(Map<Long, Double> points, long time) {
    return Objects.requireNonNull(points.get(time));
  }

  private static void append(StringBuilder text, long time, double value, double weight) {
    text.append(time).append(' ').append(value).append(' ').append(weight).append('\n');
  }

  private static void fill(Random random, DiskShard shard) {
    int series = random.nextInt(40);
    for (int i = 0; i < series; i++) {
      Map<String, String> tags = new HashMap<>();
      for (String key : KEYS) {
        if (random.nextBoolean()) {
          tags.put(key, VALUES.get(random.nextInt(VALUES.size())));
        }
      }
      SeriesName name = SeriesName.of(METRICS.get(random.nextInt(METRICS.size())), tags);
      long step = random.nextBoolean() ? 7 * MINUTE : random.nextLong(MINUTE, DAY);
      long time = EPOCH + (random.nextBoolean() ? 0 : random.nextLong(16 * DAY));
      for (int n = random.nextInt(800); n > 0 && time < EPOCH + 16 * DAY; n--, time += step) {
        shard.put(name, time, random.nextInt(1000) / 8.0);
      }
    }
    for (int tier = 4; tier >= 1; tier--) {
      long length = CoverFixture.tier(tier).bucket().toMillis();
      for (long start = EPOCH; start < EPOCH + 16 * DAY; start += length) {
        if (random.nextInt(tier == 1 ? 4 : 2) == 0) {
          shard.write(bucket(tier, start));
        }
      }
    }
  }

  private static SeriesFilter filter(Random random, Set<SeriesName> names) {
    if (random.nextInt(5) == 0) {
      Set<Long> hashes = new HashSet<>();
      names.stream().filter(name -> random.nextBoolean()).forEach(name -> hashes.add(name.hash()));
      return SeriesFilter.ofNameHashes(hashes);
    }
    List<TagFilter> filters = new ArrayList<>();
    for (int n = random.nextInt(4); n > 0; n--) {
      filters.add(tagFilter(random, pick(random, KEYS)));
    }
    String metric = random.nextInt(4) == 0 ? null : pick(random, METRICS);
    return new SeriesFilter(metric, filters, random.nextInt(4) == 0);
  }

  private static TagFilter tagFilter(Random random, String key) {
    return switch (random.nextInt(6)) {
      case 0 ->
          new TagFilter.Regexp(
              key, Pattern.compile(pick(random, List.of("a", "^b", "[ab]$", "a b"))), false);
      case 1 -> new TagFilter.AnyValue(key, true);
      case 2 -> new TagFilter.NotKey(key);
      default ->
          new TagFilter.LiteralOr(
              key,
              Set.of(pick(random, VALUES), "x" + random.nextInt(9)),
              random.nextBoolean(),
              random.nextInt(3) == 0,
              false);
    };
  }

  private static String pick(Random random, List<String> words) {
    return words.get(random.nextInt(words.size()));
  }
}
