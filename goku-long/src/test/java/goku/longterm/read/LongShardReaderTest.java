package goku.longterm.read;

import static goku.longterm.read.cover.CoverFixture.DAY;
import static goku.longterm.read.cover.CoverFixture.EPOCH;
import static goku.longterm.read.cover.CoverFixture.HOUR;
import static goku.longterm.read.cover.CoverFixture.MINUTE;
import static goku.longterm.read.cover.CoverFixture.at;
import static goku.longterm.read.cover.CoverFixture.bucket;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import goku.format.CorruptException;
import goku.format.sst.Aggregate;
import goku.format.sst.SstBucket;
import goku.format.sst.SstKeys;
import goku.model.Hole;
import goku.model.HoleCause;
import goku.model.Holes;
import goku.model.NameKind;
import goku.model.PointBuffer;
import goku.model.SeriesFilter;
import goku.model.Tag;
import goku.model.TagFilter;
import goku.model.TimeRange;
import goku.model.ValueType;
import goku.query.Resolution;
import goku.query.SeriesReader;
import goku.query.SeriesSelection;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.rocksdb.RocksDBException;

class LongShardReaderTest {
  private static final SeriesFilter CPU = new SeriesFilter("cpu", List.of(), false);
  private static final TimeRange FIRST_DAY = new TimeRange(EPOCH, EPOCH + DAY - 1);

  private final DiskShard shard = new DiskShard();

  @AfterEach
  void close() {
    shard.close();
  }

  @Test
  void aSeriesInSeveralBucketsIsOneSeriesWithAscendingDatapoints() {
    shard.put("cpu host=a", EPOCH + HOUR, 1);
    shard.put("cpu host=a", EPOCH + 7 * HOUR, 2);
    shard.put("cpu host=b", EPOCH + 8 * HOUR, 3);
    shard.write(bucket(1, EPOCH));
    shard.write(bucket(1, EPOCH + 6 * HOUR));
    shard.clock.set(at(EPOCH + DAY));
    try (SeriesSelection selection = shard.reader.select(CPU, FIRST_DAY, Resolution.RAW)) {
      assertThat(selection.size()).isEqualTo(2);
      assertThat(selection.origins()).containsExactly("tier 1 raw");
      int a = positionOf(selection, "a");
      var points = new PointBuffer();
      selection.reader().read(a, points);
      assertThat(points.size()).isEqualTo(2);
      assertThat(points.timestamps()).startsWith(EPOCH + HOUR, EPOCH + 7 * HOUR);
      assertThat(points.values()).startsWith(1, 2);
    }
  }

  @Test
  void wideIntegersAreExactAcrossBuckets() {
    for (int hour = 0; hour < 12; hour++) {
      shard.put(SstFixture.WIDE + "requests host=a", EPOCH + hour * HOUR, hour);
    }
    shard.write(bucket(1, EPOCH));
    shard.write(bucket(1, EPOCH + 6 * HOUR));
    shard.clock.set(at(EPOCH + DAY));
    var wide = new SeriesFilter(SstFixture.WIDE + "requests", List.of(), false);
    var range = new TimeRange(EPOCH + 2 * HOUR, EPOCH + 9 * HOUR);
    try (SeriesSelection selection = shard.reader.select(wide, range, Resolution.RAW)) {
      var points = new PointBuffer();
      selection.reader().read(0, points);
      int first = points.firstAtOrAfter(EPOCH + 2 * HOUR);
      for (int hour = 2; hour <= 9; hour++) {
        assertThat(points.integer(first + hour - 2)).isEqualTo(SstFixture.BASE + hour);
      }
    }
  }

  @Test
  void histogramsAreReadRawAndAsSumsOfIntervals() {
    String metric = SstFixture.HISTOGRAMS + "latency";
    for (int quarter = 0; quarter < 48; quarter++) {
      shard.put(metric + " host=a", EPOCH + quarter * HOUR / 4, quarter);
    }
    shard.write(bucket(1, EPOCH));
    shard.write(bucket(1, EPOCH + 6 * HOUR));
    shard.clock.set(at(EPOCH + DAY));
    var filter = new SeriesFilter(metric, List.of(), false);
    var range = new TimeRange(EPOCH, EPOCH + DAY);
    for (Resolution resolution :
        List.of(Resolution.RAW, new Resolution(Resolution.Value.SUM, HOUR))) {
      try (SeriesSelection selection = shard.reader.select(filter, range, resolution)) {
        var points = new PointBuffer();
        selection.reader().read(0, points);
        assertThat(points.type()).isEqualTo(ValueType.HISTOGRAMS);
        long sum = 0;
        for (int i = 0; i < points.size(); i++) {
          sum += points.histograms().words()[points.histogram(i) + 3];
        }
        assertThat(sum).isEqualTo(47 * 48 / 2);
      }
    }
  }

  @Test
  void aSeriesReadInPiecesIsTheSame() {
    for (int hour = 0; hour < 72; hour++) {
      shard.put("cpu host=a", EPOCH + hour * HOUR, hour);
    }
    shard.put("cpu host=b", EPOCH + 8 * HOUR, 3);
    shard.write(bucket(3, EPOCH));
    shard.write(bucket(1, EPOCH + 4 * DAY));
    shard.clock.set(at(EPOCH + 25 * DAY));
    var range = new TimeRange(EPOCH + 10 * MINUTE, EPOCH + 4 * DAY - 1);
    var averages = new Resolution(Resolution.Value.WEIGHTED_SUM, 0);
    try (SeriesSelection selection = shard.reader.select(CPU, range, averages)) {
      SeriesReader reader = selection.reader();
      assertThat(reader.pieces()).hasSizeGreaterThan(1);
      for (int series = 0; series < selection.size(); series++) {
        var whole = new PointBuffer();
        reader.read(series, whole);
        var joined = new PointBuffer();
        var piece = new PointBuffer();
        for (int n = 0; n < reader.pieces().size(); n++) {
          reader.read(series, n, piece);
          for (int i = 0; i < piece.size(); i++) {
            assertThat(reader.pieces().get(n).contains(piece.timestamps()[i])).isTrue();
          }
          joined.addAll(piece, 0, piece.size());
        }
        int size = whole.size();
        assertThat(joined.size()).isEqualTo(size).isPositive();
        assertThat(Arrays.equals(joined.timestamps(), 0, size, whole.timestamps(), 0, size))
            .isTrue();
        assertThat(Arrays.equals(joined.values(), 0, size, whole.values(), 0, size)).isTrue();
        assertThat(Arrays.equals(joined.weights(), 0, size, whole.weights(), 0, size)).isTrue();
      }
    }
  }

  @Test
  void rawDatapointsAndRollupsAreReadTogetherWithTheirWeights() {
    shard.put("cpu host=a", EPOCH, 1);
    shard.put("cpu host=a", EPOCH + MINUTE, 3);
    shard.put("cpu host=a", EPOCH + 2 * DAY, 7);
    shard.write(bucket(3, EPOCH));
    shard.clock.set(at(EPOCH + 25 * DAY));
    var averages = new Resolution(Resolution.Value.WEIGHTED_SUM, 0);
    var range = new TimeRange(EPOCH, EPOCH + 4 * DAY - 1);
    try (SeriesSelection selection = shard.reader.select(CPU, range, averages)) {
      assertThat(selection.origins()).containsExactly("tier 3 15m", "tier 3 raw");
      var points = new PointBuffer();
      selection.reader().read(0, points);
      assertThat(points.size()).isEqualTo(2);
      assertThat(points.timestamps()).startsWith(EPOCH, EPOCH + 2 * DAY);
      assertThat(points.values()).startsWith(4, 7);
      assertThat(points.weights()).startsWith(2, 1);
    }
  }

  @Test
  void aWildcardOverManySeriesCostsThreeGetsForItsCandidates() {
    for (int host = 0; host < 100_000; host++) {
      shard.put("cpu dc=x host=h" + host, EPOCH + HOUR, host);
    }
    shard.write(bucket(1, EPOCH));
    shard.clock.set(at(EPOCH + DAY));
    var filter = new SeriesFilter("cpu", List.of(new TagFilter.AnyValue("host", true)), false);
    shard.gets();
    try (SeriesSelection selection = shard.reader.select(filter, FIRST_DAY, Resolution.RAW)) {
      assertThat(selection.size()).isEqualTo(100_000);
      // metric, tag key, special postings; then the first names and the first text, before stepping
      assertThat(shard.gets()).isEqualTo(3 + 2);
    }
  }

  @Test
  void aSelectionPinsTheBucketsUntilItIsClosed() {
    shard.put("cpu host=a", EPOCH + HOUR, 1);
    shard.write(bucket(1, EPOCH));
    shard.clock.set(at(EPOCH + DAY));
    SeriesSelection selection = shard.reader.select(CPU, FIRST_DAY, Resolution.RAW);
    assertThat(shard.pins).isEqualTo(1);
    var reader = selection.reader();
    selection.close();
    selection.close();
    assertThat(shard.pins).isZero();
    assertThatThrownBy(() -> reader.read(0, new PointBuffer()))
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining("closed");
  }

  @Test
  void anErrorOfABrokenValueNamesItsKeyAndBucket() throws RocksDBException {
    shard.put("cpu host=a", EPOCH + HOUR, 1);
    shard.write(bucket(1, EPOCH));
    shard.clock.set(at(EPOCH + DAY));
    var keys = new SstKeys(new SstBucket(1, EPOCH, 1));
    shard.db.put(keys.data(Aggregate.RAW, 0, 0), new byte[] {0});
    try (SeriesSelection selection = shard.reader.select(CPU, FIRST_DAY, Resolution.RAW)) {
      var reader = selection.reader();
      assertThatThrownBy(() -> reader.read(0, new PointBuffer()))
          .isInstanceOf(CorruptException.class)
          .hasMessageContaining("key 0701")
          .hasMessageContaining("tier 1 from 2022")
          .hasMessageContaining(shard.db.getName());
    }
    shard.db.delete(keys.names(0, 0));
    assertThatThrownBy(() -> shard.reader.select(CPU, FIRST_DAY, Resolution.RAW))
        .isInstanceOf(CorruptException.class)
        .hasMessageContaining("found nothing");
    assertThat(shard.pins).isZero();
  }

  @Test
  void namesOfBucketsThatAreKeptAreKnownAndSuggestedInByteOrder() {
    shard.put("cpu.user host=a", EPOCH, 1);
    shard.put("cpu host=ab", EPOCH, 1);
    shard.put("disk host=ü", EPOCH + 6 * HOUR, 1);
    shard.put("cpu.sys host=a", EPOCH + 6 * HOUR, 1);
    shard.write(bucket(1, EPOCH));
    shard.write(bucket(1, EPOCH + 6 * HOUR));
    shard.clock.set(at(EPOCH + DAY));
    assertThat(shard.reader.suggest(NameKind.METRIC, "cpu", 10))
        .containsExactly("cpu", "cpu.sys", "cpu.user");
    assertThat(shard.reader.suggest(NameKind.METRIC, "cpu", 2)).containsExactly("cpu", "cpu.sys");
    assertThat(shard.reader.suggest(NameKind.TAG_VALUE, "", 10)).containsExactly("a", "ab", "ü");
    assertThat(shard.reader.suggest(NameKind.TAG_KEY, "", 0)).isEmpty();
    assertThat(shard.reader.knows(NameKind.TAG_KEY, "host")).isTrue();
    assertThat(shard.reader.knows(NameKind.METRIC, "cp")).isFalse();
    shard.clock.set(at(EPOCH + 384 * DAY + 7 * HOUR));
    assertThat(shard.reader.knows(NameKind.METRIC, "cpu")).isFalse();
    assertThat(shard.reader.knows(NameKind.METRIC, "disk")).isTrue();
    assertThat(shard.reader.suggest(NameKind.METRIC, "cpu", 10)).containsExactly("cpu.sys");
    assertThat(shard.pins).isZero();
  }

  @Test
  void answersThatNeedMissingBucketsAreIncomplete() throws InterruptedException {
    assertThat(shard.reader.holes(FIRST_DAY)).isSameAs(Holes.NONE);
    shard.holes = Holes.of(new Hole(EPOCH + DAY, Long.MAX_VALUE, HoleCause.NOT_YET));
    assertThat(shard.reader.holes(FIRST_DAY)).isSameAs(Holes.NONE);
    shard.holes = Holes.before(Long.MAX_VALUE, HoleCause.RECOVERY);
    assertThat(shard.reader.holes(FIRST_DAY))
        .as("S3 was not listed yet")
        .isEqualTo(Holes.of(new Hole(FIRST_DAY.startMillis(), EPOCH + DAY, HoleCause.RECOVERY)));
    assertThat(shard.reader.awaitApplied(1, Duration.ZERO)).isTrue();
    assertThat(shard.pins).isZero();
  }

  @Test
  void valuesLargerThanTheBufferAreReadWhole() {
    for (int i = 0; i < 5760; i++) {
      shard.put("cpu host=a", EPOCH + i * MINUTE, Math.sqrt(i));
      shard.put("cpu host=b", EPOCH + i * MINUTE, Math.cbrt(i));
      shard.put("cpu host=c", EPOCH + i * MINUTE + i, i);
    }
    shard.write(bucket(3, EPOCH));
    shard.clock.set(at(EPOCH + 5 * DAY));
    var range = new TimeRange(EPOCH, EPOCH + 4 * DAY - 1);
    try (SeriesSelection selection = shard.reader.select(CPU, range, Resolution.RAW)) {
      var reader = selection.reader();
      assertThat(reader.prefetch(new int[] {0, 1, 2}, 0, 3)).isGreaterThan(32_000);
      var points = new PointBuffer();
      for (String host : List.of("a", "b", "c")) {
        reader.read(positionOf(selection, host), points);
        assertThat(points.size()).isEqualTo(5760);
      }
      assertThat(points.timestamps()[5759]).isEqualTo(EPOCH + 5759 * MINUTE + 5759);
      assertThat(points.values()[5759]).isEqualTo(5759);
    }
  }

  private static int positionOf(SeriesSelection selection, String host) {
    int[] terms = new int[1];
    for (int position = 0; position < selection.size(); position++) {
      selection.tagTerms(position, terms);
      if (selection.tag(terms[0]).equals(new Tag("host", host))) {
        return position;
      }
    }
    throw new AssertionError("no host=" + host);
  }
}
