package goku.query.scan;

import static org.assertj.core.api.Assertions.assertThat;

import goku.model.SeriesName;
import goku.model.TimeRange;
import goku.model.ValueType;
import goku.query.Downsample;
import goku.query.FillPolicy;
import goku.query.Grouping;
import goku.query.Interval;
import goku.query.NodeQuery;
import goku.query.RateOptions;
import goku.query.Resolution;
import goku.query.aggregator.Aggregator;
import goku.query.merge.AggregatedPoints;
import goku.query.merge.GroupResult;
import goku.query.partial.Contribution;
import goku.query.partial.GroupPartial;
import goku.testkit.shard.MemoryShard;
import goku.testkit.shard.TypedValue;
import java.time.ZoneId;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.jspecify.annotations.Nullable;

/// A property test that every distribution of series, and every form of query, gives the same
/// answer bit for bit as the same series in one shard read one by one.
class PushdownPropertyTest {
  private static final long HOUR = 3_600_000;

  @Property(tries = 500)
  void statesOfSpreadSeriesEqualTheSeriesThemselves(
      @ForAll long seed,
      @ForAll Aggregator aggregator,
      @ForAll FillPolicy fill,
      @ForAll @IntRange(max = 3) int spacing,
      @ForAll @IntRange(max = 3) int form)
      throws InterruptedException {
    var random = new Random(seed);
    NodeQuery query = query(random, aggregator, fill, form);
    var one = new MemoryShard();
    List<MemoryShard> many = IntStream.range(0, 5).mapToObj(i -> new MemoryShard()).toList();
    fill(random, random.nextInt(1, 30), spacing, one, many);
    try (var single = new Engine(List.of(List.of(one)));
        var spread =
            new Engine(List.of(many.subList(0, 2), many.subList(2, 3), many.subList(3, 5)))) {
      List<String> expected = shown(single.answer(Engine.ofSeries(query)));
      assertThat(shown(single.answer(query))).isEqualTo(expected);
      assertThat(shown(spread.answer(query))).isEqualTo(expected);
      assertThat(shown(spread.answer(Engine.ofSeries(query)))).isEqualTo(expected);
      assertThat(single.memory.heldBytes()).isZero();
      assertThat(spread.memory.heldBytes()).isZero();
    }
  }

  /// Uses enough series to be read in the order of the shard instead of that of the groups.
  @Property(tries = 50)
  void groupsScatteredOverAShardEqualTheirSeries(
      @ForAll long seed,
      @ForAll Aggregator aggregator,
      @ForAll FillPolicy fill,
      @ForAll @IntRange(max = 3) int spacing,
      @ForAll @IntRange(min = 1, max = 3) int form)
      throws InterruptedException {
    var random = new Random(seed);
    NodeQuery query = withoutMembers(query(random, aggregator, fill, form));
    var one = new MemoryShard();
    List<MemoryShard> many = IntStream.range(0, 2).mapToObj(i -> new MemoryShard()).toList();
    fill(random, random.nextInt(100, 200), spacing, one, many);
    try (var single = new Engine(List.of(List.of(one)));
        var spread = new Engine(List.of(many))) {
      List<String> expected = shown(single.answer(Engine.ofSeries(query)));
      assertThat(shown(single.answer(query))).isEqualTo(expected);
      assertThat(shown(spread.answer(query))).isEqualTo(expected);
      assertThat(single.memory.heldBytes()).isZero();
      assertThat(spread.memory.heldBytes()).isZero();
    }
  }

  private static NodeQuery withoutMembers(NodeQuery query) {
    Grouping all = query.grouping();
    return new NodeQuery(
        query.filter(),
        query.stages(),
        new Grouping(Set.of("dc"), all.aggregator(), all.rates(), all.window(), false),
        false,
        Resolution.RAW);
  }

  @Property(tries = 20)
  void aSumOfManySeriesIsSentAsOneStatePerNode(@ForAll long seed) throws InterruptedException {
    var shard = new MemoryShard();
    var random = new Random(seed);
    for (int i = 0; i < 1000; i++) {
      for (int minute = 0; minute < 60; minute += 5) {
        put(shard, i, minute * 60_000L, TypedValue.plain(random.nextDouble()));
      }
    }
    var range = new TimeRange(0, HOUR);
    var downsample = new Downsample(new Interval.Fixed(600_000), Aggregator.AVG, FillPolicy.NONE);
    for (var each : new Downsample[] {downsample, null}) {
      try (var engine = new Engine(List.of(List.of(shard)))) {
        List<GroupPartial> groups =
            engine.partials(Engine.query(Aggregator.SUM, Set.of(), range, each, null));
        assertThat(groups)
            .singleElement()
            .satisfies(
                group ->
                    assertThat(group.contribution()).isInstanceOf(Contribution.Accumulated.class));
        assertThat(groups.getFirst().contribution().heldBytes()).isLessThan(1000);
      }
    }
  }

  private static NodeQuery query(Random random, Aggregator aggregator, FillPolicy fill, int form) {
    long start = HOUR + random.nextLong(HOUR / 1000) * 1000;
    var range = new TimeRange(start, start + random.nextLong(1, 3 * HOUR));
    Set<String> by = random.nextBoolean() ? Set.of("dc") : Set.of();
    RateOptions rate = random.nextInt(3) == 0 ? RateOptions.PLAIN : null;
    return Engine.query(aggregator, by, range, downsample(random, fill, form), rate);
  }

  private static @Nullable Downsample downsample(Random random, FillPolicy fill, int form) {
    Aggregator function = random.nextBoolean() ? Aggregator.AVG : Aggregator.MAX;
    return switch (form) {
      case 0 -> null;
      case 1 -> new Downsample(new Interval.Everything(), function, FillPolicy.NONE);
      case 2 ->
          new Downsample(
              new Interval.Calendar(7, ChronoUnit.MINUTES, ZoneId.of("Asia/Kathmandu"), 7 * 60_000),
              function,
              fill);
      default -> new Downsample(new Interval.Fixed(random.nextLong(1, 900) * 1000), function, fill);
    };
  }

  private static void fill(
      Random random, int count, int spacing, MemoryShard one, List<MemoryShard> many) {
    for (int i = 0; i < count; i++) {
      MemoryShard shard = many.get(random.nextInt(many.size()));
      Supplier<TypedValue> values = values(random);
      long from = random.nextInt(4) == 0 ? random.nextLong(4 * HOUR / 60_000) * 60_000 : 0;
      long to = random.nextInt(4) == 0 ? from + random.nextLong(2 * HOUR) : 6 * HOUR;
      for (long time = from; time < to; time += step(random, spacing)) {
        TypedValue value = values.get();
        put(one, i, time, value);
        put(shard, i, time, value);
      }
    }
  }

  /// Returns a generator of mostly integers, so that groups of only integers occur.
  private static Supplier<TypedValue> values(Random random) {
    Supplier<TypedValue> integers = () -> TypedValue.plain(random.nextInt(-1000, 1000));
    Supplier<TypedValue> wide = () -> new TypedValue(ValueType.LONGS, word(random));
    return switch (random.nextInt(8)) {
      case 0 -> () -> TypedValue.plain(random.nextGaussian() * 1e3);
      case 1 -> () -> new TypedValue(ValueType.DOUBLES, random.nextInt(-1000, 1000));
      case 2 -> () -> random.nextBoolean() ? integers.get() : wide.get();
      default -> integers;
    };
  }

  /// Returns an integer of which a double keeps all digits, or not.
  private static double word(Random random) {
    return ValueType.word(random.nextLong() >> random.nextInt(64));
  }

  /// Returns a regular step, a step with gaps, or a random one.
  private static long step(Random random, int spacing) {
    return switch (spacing) {
      case 0 -> 60_000;
      case 1 -> random.nextInt(5) == 0 ? 300_000 : 60_000;
      case 2 -> random.nextLong(1, 600) * 1000;
      default -> random.nextLong(1, 600_000);
    };
  }

  private static void put(MemoryShard shard, int series, long time, TypedValue value) {
    var name =
        SeriesName.of(
            "m", Map.of("host", "h" + series, "dc", "d" + series % 3, "k" + series % 2, "x"));
    shard.put(name, time, value);
  }

  private static List<String> shown(List<GroupResult> groups) {
    return groups.stream()
        .flatMap(
            group ->
                Stream.of(
                    group.tags() + " " + group.aggregateTags() + " " + group.members(),
                    shown(group.points())))
        .toList();
  }

  private static String shown(AggregatedPoints points) {
    if (points.size() == 0) {
      return "nothing"; // neither integers nor floats
    }
    var text = new StringBuilder(points.integers() ? "integers" : "floats");
    for (int i = 0; i < points.size(); i++) {
      text.append(' ').append(points.timestamp(i)).append('=');
      if (points.integers()) {
        text.append(points.longValue(i));
      } else {
        text.append(points.doubleValue(i));
      }
    }
    return text.toString();
  }
}
