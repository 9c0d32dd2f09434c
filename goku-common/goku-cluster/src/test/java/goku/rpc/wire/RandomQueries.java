package goku.rpc.wire;

import com.google.re2j.Pattern;
import goku.model.SeriesFilter;
import goku.model.TagFilter;
import goku.model.TimeRange;
import goku.query.Downsample;
import goku.query.FillPolicy;
import goku.query.Grouping;
import goku.query.Interval;
import goku.query.NodeQuery;
import goku.query.Page;
import goku.query.QueryWindow;
import goku.query.RateOptions;
import goku.query.Resolution;
import goku.query.Seam;
import goku.query.SeriesStages;
import goku.query.aggregator.Aggregator;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.function.IntFunction;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/// A generator of queries with every kind of part, including queries that no root sends.
final class RandomQueries {
  private static final List<ChronoUnit> UNITS =
      List.of(ChronoUnit.MILLIS, ChronoUnit.HOURS, ChronoUnit.DAYS, ChronoUnit.WEEKS);
  private static final List<ZoneId> ZONES =
      List.of(ZoneId.of("Asia/Kathmandu"), ZoneOffset.UTC, ZoneOffset.ofHoursMinutes(-3, -30));

  private final Random random;

  RandomQueries(long seed) {
    random = new Random(seed);
  }

  NodeQuery query() {
    return new NodeQuery(filter(), stages(), grouping(), random.nextBoolean(), resolution());
  }

  SeriesFilter filter() {
    Set<Long> hashes = random.nextBoolean() ? null : Set.copyOf(some(i -> random.nextLong()));
    return new SeriesFilter(
        random.nextBoolean() ? null : word(), some(i -> tagFilter()), random.nextBoolean(), hashes);
  }

  private TagFilter tagFilter() {
    boolean groupBy = random.nextBoolean();
    return switch (random.nextInt(4)) {
      case 0 ->
          new TagFilter.LiteralOr(
              word(), words(), random.nextBoolean(), random.nextBoolean(), groupBy);
      case 1 -> {
        int flags = random.nextBoolean() ? 0 : Pattern.CASE_INSENSITIVE | Pattern.DOTALL;
        yield new TagFilter.Regexp(
            word(), Pattern.compile("^(ü|" + word() + ").*", flags), groupBy);
      }
      case 2 -> new TagFilter.AnyValue(word(), groupBy);
      default -> new TagFilter.NotKey(word());
    };
  }

  private SeriesStages stages() {
    var rate =
        new RateOptions(random.nextBoolean(), random.nextGaussian(), -0.0, random.nextBoolean());
    var seam = new Seam(random.nextLong(), random.nextLong(), random.nextBoolean());
    return new SeriesStages(
        random.nextBoolean() ? null : downsample(),
        random.nextBoolean() ? null : rate,
        window(),
        random.nextBoolean() ? null : seam,
        random.nextBoolean() ? null : page());
  }

  private Page page() {
    long from = random.nextLong(1L << 40);
    Interval slots = downsample().interval();
    return new Page(
        from,
        from + random.nextLong(1L << 40),
        slots instanceof Interval.Everything ? null : slots,
        random.nextInt(Integer.MAX_VALUE),
        Page.ALL,
        random.nextBoolean());
  }

  private Downsample downsample() {
    Aggregator function = one(Aggregator.values());
    Interval interval =
        switch (random.nextInt(3)) {
          case 0 -> new Interval.Everything();
          case 1 -> new Interval.Fixed(random.nextLong(1, Long.MAX_VALUE));
          case 2 ->
              new Interval.Aligned(
                  random.nextLong(1, Long.MAX_VALUE), random.nextLong(0, Long.MAX_VALUE));
          default ->
              new Interval.Calendar(
                  random.nextInt(1, 100),
                  UNITS.get(random.nextInt(UNITS.size())),
                  ZONES.get(random.nextInt(ZONES.size())),
                  random.nextLong(1, Long.MAX_VALUE));
        };
    return new Downsample(
        interval,
        function == Aggregator.NONE ? Aggregator.AVG : function,
        one(FillPolicy.values()));
  }

  private Grouping grouping() {
    return new Grouping(
        words(), one(Aggregator.values()), random.nextBoolean(), window(), random.nextBoolean());
  }

  private Resolution resolution() {
    return new Resolution(one(Resolution.Value.values()), random.nextLong());
  }

  private QueryWindow window() {
    return new QueryWindow(range(), range());
  }

  TimeRange range() {
    long start = random.nextLong(-1000, Long.MAX_VALUE);
    return new TimeRange(start, random.nextLong(start, Long.MAX_VALUE));
  }

  Set<String> words() {
    return some(i -> word()).stream().collect(Collectors.toSet());
  }

  private String word() {
    return random.nextInt(10) == 0 ? "" : "größe-" + random.nextInt(100);
  }

  private <T extends Enum<T>> T one(T[] values) {
    return values[random.nextInt(values.length)];
  }

  private <T extends @Nullable Object> List<T> some(IntFunction<T> make) {
    return IntStream.range(0, random.nextInt(4)).mapToObj(make).toList();
  }
}
