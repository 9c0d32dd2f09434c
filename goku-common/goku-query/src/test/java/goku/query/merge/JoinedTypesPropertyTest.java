package goku.query.merge;

import static org.assertj.core.api.Assertions.assertThat;

import goku.model.PointBuffer;
import goku.model.Tag;
import goku.model.TimeRange;
import goku.model.ValueType;
import goku.query.Grouping;
import goku.query.QueryWindow;
import goku.query.RateOptions;
import goku.query.SeriesPartial;
import goku.query.SeriesPipeline;
import goku.query.SeriesStages;
import goku.query.aggregator.Aggregator;
import goku.query.partial.Contribution;
import goku.query.partial.GroupKey;
import goku.query.partial.GroupPartial;
import goku.query.partial.GroupTags;
import goku.testkit.shard.TypedValue;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;

/// A property test that series in parts, whose values have types of their own, give the same result
/// as whole series.
class JoinedTypesPropertyTest {
  private static final int SIZE = 12;
  private static final QueryWindow WINDOW = QueryWindow.of(new TimeRange(0, SIZE * 1000), null);
  private static final RateOptions COUNTER =
      new RateOptions(true, RateOptions.DEFAULT_COUNTER_MAX, 0, false);

  @Property(tries = 3000)
  void joinedPartsEqualWholeSeries(@ForAll long seed, @ForAll Aggregator aggregator) {
    var random = new Random(seed);
    RateOptions rate = Stream.of(null, RateOptions.PLAIN, COUNTER).toList().get(random.nextInt(3));
    var grouping = new Grouping(Set.of(), aggregator, rate != null, WINDOW, false);
    var stages = new SeriesStages(null, rate, WINDOW);
    List<SeriesPartial> parts = new ArrayList<>();
    List<SeriesPartial> whole = new ArrayList<>();
    for (int i = 0; i < 1 + random.nextInt(3); i++) {
      List<TypedValue> values = values(random);
      int cut = random.nextInt(SIZE + 1);
      Stream.of(part(i, values, 0, cut, stages.none()), part(i, values, cut, SIZE, stages.none()))
          .filter(part -> part.timestamps().length > 0)
          .forEach(parts::add);
      whole.add(part(i, values, 0, SIZE, stages));
    }
    assertThat(shown(new GroupFinisher(grouping, stages).finish(group(parts))))
        .isEqualTo(shown(new GroupFinisher(grouping, null).finish(group(whole))));
  }

  /// Returns values of one or two kinds.
  private static List<TypedValue> values(Random random) {
    int first = random.nextInt(4);
    int second = random.nextBoolean() ? first : random.nextInt(4);
    return IntStream.range(0, SIZE)
        .mapToObj(_ -> value(random, random.nextInt(6) == 0 ? second : first))
        .toList();
  }

  private static TypedValue value(Random random, int kind) {
    return switch (kind) {
      case 0 -> TypedValue.plain(random.nextInt(100));
      case 1 -> TypedValue.plain(random.nextInt(100) + 0.5);
      case 2 -> new TypedValue(ValueType.DOUBLES, random.nextInt(100));
      default -> new TypedValue(ValueType.LONGS, ValueType.word(random.nextLong()));
    };
  }

  private static SeriesPartial part(
      int series, List<TypedValue> values, int from, int to, SeriesStages stages) {
    var points = new PointBuffer();
    for (int i = from; i < to; i++) {
      values.get(i).addTo(points, i * 1000L + series * 100L);
    }
    var pipeline = new SeriesPipeline(stages);
    boolean integers = pipeline.integers(points);
    return SeriesPartial.of(
        List.of(new Tag("host", "h" + series)), pipeline.apply(points), integers);
  }

  private static GroupPartial group(List<SeriesPartial> members) {
    return new GroupPartial(
        new GroupKey(List.of()),
        new GroupTags(List.of(), List.of()),
        List.of(),
        new Contribution.Members(members));
  }

  private static String shown(GroupResult result) {
    AggregatedPoints points = result.points();
    var shown = new StringBuilder(points.integers() ? "integers" : "doubles");
    for (int i = 0; i < points.size(); i++) {
      shown.append(' ').append(points.timestamp(i)).append('=').append(points.longValue(i));
    }
    return shown.toString();
  }
}
