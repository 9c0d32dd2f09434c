package goku.rpc.wire;

import goku.model.SeriesFilter;
import goku.model.Tag;
import goku.model.TimeRange;
import goku.model.ValueType;
import goku.model.histogram.Histograms;
import goku.query.Downsample;
import goku.query.FillPolicy;
import goku.query.Grouping;
import goku.query.Interval;
import goku.query.NodeQuery;
import goku.query.QueryWindow;
import goku.query.Resolution;
import goku.query.SeriesPartial;
import goku.query.SeriesStages;
import goku.query.aggregator.Aggregator;
import goku.query.histogram.HistogramSums;
import goku.query.partial.AccumulatorState;
import goku.query.partial.Contribution;
import goku.query.partial.GroupKey;
import goku.query.partial.GroupPartial;
import goku.query.partial.GroupTags;
import goku.query.partial.PartialPlan;
import goku.testkit.shard.RandomHistograms;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.stream.IntStream;

/// A generator of groups with any content, including content that no query gives.
final class RandomGroups {
  static final List<ValueType> TYPES = List.of(ValueType.PLAIN, ValueType.LONGS, ValueType.DOUBLES);

  private static final long MINUTE = 60_000;

  private final Random random;
  final PartialPlan plan;
  private final int slots;
  private final boolean grid;

  RandomGroups(long seed, int slots, boolean grid) {
    random = new Random(seed);
    this.slots = slots;
    this.grid = grid;
    var range = new TimeRange(0, slots * MINUTE - 1);
    Downsample minutes =
        grid ? new Downsample(new Interval.Fixed(MINUTE), Aggregator.AVG, FillPolicy.NONE) : null;
    var window = QueryWindow.of(range, minutes);
    plan =
        PartialPlan.of(
            new NodeQuery(
                new SeriesFilter("m", List.of(), false),
                new SeriesStages(minutes, null, window),
                new Grouping(Set.of("host"), Aggregator.SUM, false, window, true),
                false,
                Resolution.RAW));
  }

  GroupPartial next() {
    var members = random.nextBoolean() ? List.<List<Tag>>of() : List.of(tags(), tags());
    return new GroupPartial(
        new GroupKey(tags()), new GroupTags(tags(), List.of("a", "ü")), members, contribution());
  }

  private Contribution contribution() {
    return switch (random.nextInt(3)) {
      case 0 -> new Contribution.Accumulated(plan.restored(state()));
      case 1 -> new Contribution.Summed(sums());
      default ->
          new Contribution.Members(
              IntStream.range(0, random.nextInt(4)).mapToObj(i -> series()).toList());
    };
  }

  private HistogramSums sums() {
    var sums = new HistogramSums();
    var generator = RandomHistograms.of(random);
    for (long time : times(random.nextInt(slots + 1))) {
      var histograms = new Histograms();
      sums.append(time, histograms, generator.addTo(histograms));
    }
    return sums;
  }

  /// Returns tags from a small set, or mostly new ones.
  private List<Tag> tags() {
    int different = random.nextBoolean() ? 10 : 1_000_000;
    return IntStream.range(0, random.nextInt(4))
        .mapToObj(i -> new Tag("k" + i, "wärme/" + random.nextInt(different)))
        .toList();
  }

  private SeriesPartial series() {
    int size = random.nextInt(slots + 1);
    double[] weights = random.nextBoolean() ? null : doubles(size);
    ValueType type = TYPES.get(random.nextInt(TYPES.size()));
    return new SeriesPartial(
        tags(), times(size), doubles(size), type, random.nextBoolean(), weights);
  }

  private AccumulatorState state() {
    boolean[] present = new boolean[slots];
    int[] counts = new int[slots];
    boolean same = random.nextBoolean();
    Arrays.fill(present, true);
    Arrays.fill(counts, random.nextInt(1000));
    for (int i = 0; i < slots && !same; i++) {
      present[i] = random.nextBoolean();
      counts[i] = random.nextInt();
    }
    long[] times = grid ? new long[0] : times(slots);
    return new AccumulatorState(
        times, doubles(slots), doubles(slots), counts, present, random.nextBoolean());
  }

  /// Returns ascending times, regular or not.
  private long[] times(int size) {
    boolean regular = random.nextBoolean();
    long[] times = new long[size];
    long time = random.nextLong(1L << 42);
    for (int i = 0; i < size; i++) {
      times[i] = time;
      time += regular ? 10_000 : random.nextLong(1, 1L << 33);
    }
    return times;
  }

  /// Returns only zeros, only -0.0, whole numbers, or any bits, including NaN with any payload.
  private double[] doubles(int size) {
    double[] values = new double[size];
    int kind = random.nextInt(4);
    for (int i = 0; i < size; i++) {
      values[i] =
          switch (kind) {
            case 0 -> 0.0;
            case 1 -> -0.0;
            case 2 -> random.nextInt(1000);
            default ->
                Double.longBitsToDouble(
                    random.nextBoolean()
                        ? random.nextLong()
                        : 0x7ff0_0000_0000_0001L + random.nextInt(9));
          };
    }
    return values;
  }
}
