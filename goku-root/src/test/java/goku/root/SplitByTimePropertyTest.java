package goku.root;

import static org.assertj.core.api.Assertions.assertThat;

import goku.model.MetricPrefix;
import goku.model.Namespace;
import goku.model.SeriesName;
import goku.model.Sharding;
import goku.model.ValueType;
import goku.query.aggregator.Aggregator;
import goku.testkit.shard.RollupShard;
import goku.testkit.shard.TypedValue;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Random;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;

/// Tests that GokuS and GokuL together answer exactly like one store with all data.
class SplitByTimePropertyTest {
  private static final long MINUTE = 60_000;
  private static final long HOUR = 60 * MINUTE;
  private static final long DAY = 24 * HOUR;

  /// The boundary, a multiple of two hours in December 2026, close to the start of a month and a
  /// year.
  private static final long BOUNDARY = 20_818 * DAY + 18 * HOUR;

  private static final List<String> ANY_INTERVAL =
      List.of("7m", "20m", "1h", "90m", "2h", "5h", "1d", "1dc", "6hc", "7mc", "1nc", "0all");
  private static final List<String> ROLLUP_INTERVALS =
      List.of("15m", "1h", "90m", "2h", "1d", "1dc", "6hc", "0all");
  private static final List<String> ROLLUP_FUNCTIONS = List.of("sum", "min", "max", "count", "avg");

  private enum Kind {
    INTEGERS,
    WIDE_INTEGERS,
    WHOLE_DOUBLES,
    FRACTIONS,
    ANY;

    TypedValue value(Random random) {
      return switch (this) {
        case INTEGERS -> TypedValue.plain(random.nextInt(-500, 500));
        case WIDE_INTEGERS -> new TypedValue(ValueType.LONGS, ValueType.word(random.nextLong()));
        case WHOLE_DOUBLES -> new TypedValue(ValueType.DOUBLES, random.nextInt(-500, 500));
        case FRACTIONS -> TypedValue.plain(random.nextGaussian() * 1e3);
        // few of the others, so that some parts of a series have only integers
        case ANY -> (random.nextInt(20) > 0 ? INTEGERS : kind(random)).value(random);
      };
    }
  }

  private static Kind kind(Random random) {
    return pick(random, List.of(Kind.values()));
  }

  private static final Namespace MEMORY = RootFixture.namespace("ns1", new Sharding(1, 3));

  @Property(tries = 200)
  void bothStoresAnswerLikeOne(@ForAll long seed) throws Exception {
    var random = new Random(seed);
    try (var whole = new RootFixture(RootFixture.DEFAULTS, now(random), MEMORY);
        var split = new RootFixture(RootFixture.DEFAULTS, now(random), onDisk(MEMORY))) {
      fill(random, whole, split, kind(random));
      for (int i = 0; i < 10; i++) {
        compare(query(random, ANY_INTERVAL, functions()), whole, split);
      }
    }
  }

  @Property(tries = 50)
  void bothStoresAnswerLikeOneAfterAMove(@ForAll long seed) throws Exception {
    var random = new Random(seed);
    Instant since = Instant.ofEpochMilli(BOUNDARY + random.nextLong(-9 * HOUR, 9 * HOUR));
    Namespace later =
        RootFixture.namespace("ns2", new Sharding(2, 2), new MetricPrefix("m", since));
    try (var whole = new RootFixture(RootFixture.DEFAULTS, now(random), MEMORY, later);
        var split =
            new RootFixture(RootFixture.DEFAULTS, now(random), onDisk(MEMORY), onDisk(later))) {
      fill(random, whole, split, kind(random));
      for (int i = 0; i < 10; i++) {
        compare(query(random, ANY_INTERVAL, functions()), whole, split);
      }
    }
  }

  /// Tests with integers, whose sums are exact in any order.
  @Property(tries = 100)
  void rollupsAnswerLikeRawDataIfTheirIntervalsFitTheSteps(@ForAll long seed) throws Exception {
    var random = new Random(seed);
    try (var whole = new RootFixture(RootFixture.DEFAULTS, now(random), MEMORY);
        var split = new RootFixture(RootFixture.DEFAULTS, now(random), onDisk(MEMORY))) {
      fill(random, whole, split, Kind.INTEGERS);
      long rawFrom = BOUNDARY - random.nextLong(40) * HOUR;
      split.readDisk(shard -> new RollupShard(shard, 15 * MINUTE, rawFrom));
      for (int i = 0; i < 10; i++) {
        compare(query(random, ROLLUP_INTERVALS, ROLLUP_FUNCTIONS), whole, split);
      }
    }
  }

  private static void compare(String query, RootFixture whole, RootFixture split) throws Exception {
    Reply expected = whole.post("/api/query", query);
    boolean tooLarge = expected.body().contains("beyond the range of a double");
    assertThat(expected.status()).as(expected.body()).isEqualTo(tooLarge ? 400 : 200);
    assertThat(split.post("/api/query", query).body()).as(query).isEqualTo(expected.body());
  }

  private static List<String> functions() {
    return List.of(Aggregator.values()).stream()
        .filter(function -> function != Aggregator.NONE)
        .map(Aggregator::text)
        .toList();
  }

  /// Returns a time at which GokuS has all data from the boundary on.
  private static Instant now(Random random) {
    return Instant.ofEpochMilli(BOUNDARY + DAY + random.nextLong(2 * HOUR) - 10 * MINUTE);
  }

  private static Namespace onDisk(Namespace namespace) {
    return RootFixture.onDisk(namespace, new Sharding(2, 2));
  }

  /// Writes the data. Each store also gets some data that the other one answers for.
  private static void fill(Random random, RootFixture whole, RootFixture split, Kind kind) {
    for (int i = 0; i < 6; i++) {
      var name = SeriesName.of("m", Map.of("host", "h" + i, "dc", "d" + i % 2));
      long from = BOUNDARY - random.nextLong(60) * HOUR;
      long to = BOUNDARY + random.nextLong(22) * HOUR;
      boolean regular = random.nextBoolean();
      for (long time = from; time < to; time += regular ? 9 * MINUTE : random.nextLong(HOUR) + 1) {
        TypedValue value = kind.value(random);
        whole.put(name, time, value);
        if (time < BOUNDARY + 3 * HOUR) {
          split.putOnDisk(name, time, value);
        }
        if (time >= BOUNDARY - 2 * HOUR) {
          split.put(name, time, value);
        }
      }
    }
    // known everywhere, so that no query names an unknown metric
    var present = SeriesName.of("m", Map.of("host", "now", "dc", "d0"));
    whole.put(present, BOUNDARY, 1);
    split.put(present, BOUNDARY, 1);
  }

  private static String query(Random random, List<String> intervals, List<String> functions) {
    boolean downsampled = functions.size() < 10 || random.nextInt(4) > 0;
    String interval = pick(random, intervals);
    long start = BOUNDARY - random.nextLong(-3, 60) * HOUR;
    long end = BOUNDARY + random.nextLong(22) * HOUR;
    if (!interval.equals("0all") || random.nextBoolean()) {
      start += functions.size() < 10 && interval.equals("0all") ? 0 : random.nextLong(HOUR);
    }
    String downsample =
        "\"downsample\": \"%s-%s-%s\","
            .formatted(
                interval,
                pick(random, functions),
                pick(random, List.of("none", "nan", "null", "zero")));
    return """
    {"start": %d, "end": %d, "msResolution": true, "timezone": "%s", "showTSUIDs": %s,
     "queries": [{"metric": "m", "aggregator": "%s", %s "rate": %s,
                  "filters": [{"type": "wildcard", "tagk": "%s", "filter": "*",
                               "groupBy": %s}]}]}
    """
        .formatted(
            start,
            Math.max(end, start + HOUR),
            pick(random, List.of("UTC", "Asia/Kathmandu")),
            random.nextBoolean(),
            pick(random, List.of(Aggregator.values())).text(),
            downsampled ? downsample : "",
            random.nextInt(3) == 0,
            pick(random, List.of("host", "dc")),
            random.nextBoolean());
  }

  private static <T> T pick(Random random, List<T> of) {
    return of.get(random.nextInt(of.size()));
  }
}
