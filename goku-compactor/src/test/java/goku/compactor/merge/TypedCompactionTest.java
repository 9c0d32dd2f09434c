package goku.compactor.merge;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import goku.compactor.fixture.TestSeries;
import goku.compactor.rollup.RollupBuffer;
import goku.compactor.sst.TierBucketSource;
import goku.model.PointBuffer;
import goku.model.Tier;
import goku.model.ValueType;
import goku.tier.Manifest;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Compactions of values whose type is stated.
class TypedCompactionTest {
  private static final long HOUR = 3_600_000;
  private static final long WIDE = (1L << 60) + 1;
  private static final Tier TIER =
      new Tier(
          1,
          Duration.ofHours(6),
          Duration.ofHours(30),
          true,
          Optional.of(Duration.ofMinutes(15)),
          false);

  @TempDir Path directory;

  /// A source of one series, whose datapoints have this type.
  private static final class TypedSource extends ForwardingSource {
    private final PointBuffer points;

    TypedSource(long start, ValueType type, double... words) {
      super(ListSource.ofRaw(Map.of("m host=a", TestSeries.ofRaw(Map.of(start, 0.0)))));
      long[] times = new long[words.length];
      for (int i = 0; i < times.length; i++) {
        times[i] = start + i * 1000L;
      }
      points = PointBuffer.of(times, words, type, null);
    }

    @Override
    public void raw(PointBuffer into) {
      into.addAll(points, 0, points.size());
    }
  }

  @Test
  void wideIntegersAndWholeValuesOfOtherWindowsAreExact() throws Exception {
    PointBuffer merged =
        compact(
            new TypedSource(0, ValueType.PLAIN, 7, 8),
            new TypedSource(
                2 * HOUR, ValueType.LONGS, ValueType.word(WIDE), ValueType.word(WIDE + 2)),
            new TypedSource(2 * HOUR + 1000, ValueType.LONGS, ValueType.word(-WIDE)));
    assertThat(merged.isIntegers()).isTrue();
    assertThat(merged.integer(1)).isEqualTo(8);
    assertThat(merged.integer(2)).isEqualTo(WIDE);
    assertThat(merged.integer(3)).as("the later source replaces it").isEqualTo(-WIDE);
  }

  @Test
  void rollupsAreThoseOfRoundedIntegers() throws Exception {
    double[] words = {ValueType.word(WIDE), ValueType.word(WIDE)};
    var rollups = new RollupBuffer();
    read(new PointBuffer(), rollups, new TypedSource(0, ValueType.LONGS, words));
    assertThat(rollups.sums()[0]).isEqualTo(0x1p61);
    assertThat(rollups.maxes()[0]).isEqualTo(0x1p60);
  }

  @Test
  void wholeDoublesStayDoubles() throws Exception {
    PointBuffer merged =
        compact(
            new TypedSource(0, ValueType.PLAIN, 7), new TypedSource(HOUR, ValueType.DOUBLES, 20));
    assertThat(merged.isIntegers()).isFalse();
    assertThat(merged.values()).startsWith(7, 20);
  }

  private PointBuffer compact(TypedSource... sources) throws Exception {
    var points = new PointBuffer();
    read(points, new RollupBuffer(), sources);
    return points;
  }

  private void read(PointBuffer points, RollupBuffer rollups, TypedSource... sources)
      throws Exception {
    var compaction = new Compaction("ns", 4, TIER, 0, 2, List.of("key"));
    Manifest manifest = compaction.run(List.of(sources), directory, _ -> {});
    try (var source = new TierBucketSource(directory, manifest)) {
      assertThat(source.next()).isTrue();
      assertThat(new String(source.term(0), UTF_8)).isEqualTo("m");
      source.raw(points);
      source.rollups(rollups);
    }
  }
}
