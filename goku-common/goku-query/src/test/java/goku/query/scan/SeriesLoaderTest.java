package goku.query.scan;

import static org.assertj.core.api.Assertions.assertThat;

import goku.model.PointBuffer;
import goku.model.Tag;
import goku.model.TimeRange;
import goku.model.ValueType;
import goku.query.Downsample;
import goku.query.FillPolicy;
import goku.query.Interval;
import goku.query.Page;
import goku.query.QueryWindow;
import goku.query.RateOptions;
import goku.query.SeriesReader;
import goku.query.SeriesSelection;
import goku.query.SeriesStages;
import goku.query.aggregator.Aggregator;
import goku.testkit.shard.TypedValue;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/// A test with one series in ten pieces of 100 ms, of which the first begins at 0.
class SeriesLoaderTest {
  private static final int PIECES = 10;
  private static final long PIECE = 100;

  private final TreeMap<Long, TypedValue> series = new TreeMap<>();
  private final List<Integer> read = new ArrayList<>();
  private ValueType emptyType = ValueType.PLAIN;

  @Test
  void onlyThePageAndItsNeighboursAreRead() {
    everyTen(1);
    SeriesLoader loader = loader(new Page(400, 500, null, 1, 1, false));
    assertThat(loader.load(0, true)).isTrue();
    assertThat(timestamps(loader)).startsWith(390, 400).endsWith(490, 500).hasSize(12);
    assertThat(read).containsExactly(4, 3, 5);
  }

  @Test
  void neighboursAreFoundHoweverFarAwayTheyAre() {
    put(5, 450, 990);
    SeriesLoader loader = loader(new Page(400, 500, null, 2, 1, false));
    assertThat(loader.load(0, true)).isTrue();
    assertThat(timestamps(loader)).containsExactly(5, 450, 990);
    assertThat(read).containsExactly(4, 3, 2, 1, 0, 5, 6, 7, 8, 9);
  }

  @Test
  void aDownsamplingStepIsReadWholeAcrossPieces() {
    everyTen(1);
    var slots = new Interval.Fixed(150);
    SeriesLoader loader = loader(new Page(450, 600, slots, 1, 1, false));
    assertThat(loader.load(0, true)).isTrue();
    assertThat(timestamps(loader)).startsWith(300).endsWith(740).hasSize(45);
  }

  @Test
  void aSeriesWithDatapointsOutsideThePageExists() {
    put(910);
    SeriesLoader loader = loader(new Page(400, 500, null, 0, 0, false));
    assertThat(loader.load(0, true)).isTrue();
    assertThat(timestamps(loader)).isEmpty();
    assertThat(loader(new Page(400, 500, null, 0, 0, false)).count(0, page())).isZero();
  }

  @Test
  void aSeriesWithoutDatapointsDoesNotExist() {
    assertThat(loader(new Page(400, 500, null, 1, 1, true)).load(0, true)).isFalse();
    assertThat(loader(new Page(400, 500, null, 0, 0, false)).load(0, true)).isFalse();
  }

  @Test
  void integersDependOnTheWholeWindow() {
    everyTen(1);
    SeriesLoader loader = loader(new Page(400, 500, null, 1, 1, true));
    assertThat(loader.load(0, true)).isTrue();
    assertThat(loader.integers()).isTrue();
    series.put(70L, TypedValue.plain(0.5));
    assertThat(loader.load(0, true)).isTrue();
    assertThat(loader.integers()).isFalse();
  }

  @Test
  void integersDependOnTheTypesOfAllPieces() {
    everyTen(1);
    SeriesLoader loader = loader(new Page(400, 500, null, 1, 1, true));
    series.put(70L, TypedValue.parsed("9007199254740993"));
    assertThat(loader.load(0, true)).isTrue();
    assertThat(loader.integers()).isTrue();
    series.put(930L, TypedValue.parsed("20.0"));
    assertThat(loader.load(0, true)).isTrue();
    assertThat(loader.integers()).isFalse();
  }

  @Test
  void thePiecesOfAPageAreJoinedWithTheirTypes() {
    put(450);
    series.put(370L, TypedValue.parsed("9007199254740993"));
    SeriesLoader loader = loader(new Page(400, 500, null, 1, 1, true));
    assertThat(loader.load(0, true)).isTrue();
    assertThat(loader.points().type()).isEqualTo(ValueType.LONGS);
    assertThat(loader.points().integer(0)).isEqualTo(9007199254740993L);
    assertThat(loader.points().integer(1)).isEqualTo(1);
  }

  @Test
  void ratesOfAPageUseTheTypeOfTheWholeWindow() {
    series.put(450L, TypedValue.parsed("9007199254740993"));
    put(70, 350, 550);
    SeriesLoader loader = loader(new Page(400, 500, null, 1, 1, false), RateOptions.PLAIN);
    assertThat(loader.load(0, true)).isTrue();
    assertThat(loader.points().type()).isEqualTo(ValueType.LONGS);
    series.put(930L, TypedValue.parsed("20.0"));
    assertThat(loader.load(0, true)).isTrue();
    assertThat(loader.points().type()).isEqualTo(ValueType.DOUBLES);
    assertThat(loader.points().words()).startsWith(1, 0x1p53, 1);
  }

  @Test
  void typesAreNotCheckedForRatesOfDownsampledValues() {
    series.put(450L, TypedValue.parsed("9007199254740993"));
    put(350, 550);
    var page = new Page(400, 500, new Interval.Fixed(10), 1, 1, false);
    var downsample = new Downsample(new Interval.Fixed(10), Aggregator.MAX, FillPolicy.NONE);
    var all = new TimeRange(0, PIECES * PIECE - 1);
    var stages = new SeriesStages(downsample, RateOptions.PLAIN, new QueryWindow(all, all));
    SeriesLoader loader = new SeriesLoader(new Selection(), stages.of(page), _ -> {});
    assertThat(loader.load(0, true)).isTrue();
    assertThat(read).containsExactly(4, 3, 5);
  }

  /// A delete may have removed all datapoints of a block, whose type remains.
  @Test
  void anEmptyPieceHasNoType() {
    put(450);
    emptyType = ValueType.DOUBLES;
    SeriesLoader loader = loader(new Page(400, 500, null, 0, 0, true));
    assertThat(loader.load(0, true)).isTrue();
    assertThat(loader.integers()).isTrue();
  }

  @Test
  void integersAreNotCheckedWhereTheyDoNotMatter() {
    everyTen(1);
    SeriesLoader loader = loader(new Page(400, 500, null, 1, 1, true));
    assertThat(loader.load(0, false)).isTrue();
    assertThat(loader.integers()).isFalse();
    assertThat(read).hasSize(3);
  }

  @Test
  void theFirstFractionEndsTheSearch() {
    everyTen(0.5);
    SeriesLoader loader = loader(new Page(400, 500, null, 1, 1, true));
    assertThat(loader.load(0, true)).isTrue();
    assertThat(read).hasSize(3);
  }

  @Test
  void allPiecesAreReadIfAllSlotsAreNeeded() {
    everyTen(1);
    SeriesLoader loader = loader(new Page(400, 500, null, Page.ALL, Page.ALL, false));
    assertThat(loader.load(0, true)).isTrue();
    assertThat(timestamps(loader)).hasSize(100);
  }

  private static Page page() {
    return new Page(400, 500, null, 0, 0, false);
  }

  private void everyTen(double value) {
    for (long time = 0; time < PIECES * PIECE; time += 10) {
      series.put(time, TypedValue.plain(value));
    }
  }

  private void put(long... times) {
    for (long time : times) {
      series.put(time, TypedValue.plain(1));
    }
  }

  private SeriesLoader loader(Page page) {
    return loader(page, null);
  }

  private SeriesLoader loader(Page page, @Nullable RateOptions rate) {
    var all = new TimeRange(0, PIECES * PIECE - 1);
    var stages = new SeriesStages(null, rate, new QueryWindow(all, all));
    return new SeriesLoader(new Selection(), stages.of(page), _ -> {});
  }

  private static long[] timestamps(SeriesLoader loader) {
    return Arrays.copyOf(loader.points().timestamps(), loader.points().size());
  }

  private final class Reader implements SeriesReader {
    @Override
    public List<TimeRange> pieces() {
      List<TimeRange> pieces = new ArrayList<>();
      for (int i = 0; i < PIECES; i++) {
        pieces.add(new TimeRange(i * PIECE, (i + 1) * PIECE - 1));
      }
      return pieces;
    }

    @Override
    public void read(int position, int piece, PointBuffer into) {
      read.add(piece);
      into.clear();
      into.join(emptyType, 0);
      series
          .subMap(piece * PIECE, (piece + 1) * PIECE)
          .forEach((time, value) -> value.addTo(into, time));
    }

    @Override
    public void read(int position, PointBuffer into) {
      throw new AssertionError("the whole series was read instead of single pieces");
    }
  }

  private final class Selection implements SeriesSelection {
    @Override
    public int size() {
      return 1;
    }

    @Override
    public String metric(int position) {
      return "m";
    }

    @Override
    public int metricTerm(int position) {
      return 0;
    }

    @Override
    public int tagTerms(int position, int[] into) {
      return 0;
    }

    @Override
    public int keyOf(int term) {
      throw new AssertionError("no tags");
    }

    @Override
    public Tag tag(int term) {
      throw new AssertionError("no tags");
    }

    @Override
    public SeriesReader reader() {
      return new Reader();
    }

    @Override
    public void close() {}
  }
}
