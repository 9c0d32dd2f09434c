package goku.format.sst;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import goku.codec.block.ValueDecoder;
import goku.testkit.GoldenFile;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/// Golden tests that read all keys and values of a small bucket, which must stay readable. The test
/// of the writer compares its output with the same file.
class SstGoldenTest {
  private static final long START = 1_699_963_200_000L;
  private static final SstKeys KEYS = new SstKeys(new SstBucket(1, START, 2));

  private final Map<byte[], byte[]> bucket;

  SstGoldenTest() throws IOException {
    bucket = golden();
  }

  @Test
  void dictionaries() {
    assertThat(MetricEntry.parse(value(KEYS.metric(utf8("cpu")))))
        .isEqualTo(new MetricEntry(0, 0, 4));
    assertThat(MetricEntry.parse(value(KEYS.metric(utf8("mem.free")))))
        .isEqualTo(new MetricEntry(1, 4, 1));
    assertThat(bucket).doesNotContainKey(KEYS.metric(utf8("unused")));
    assertThat(PairEntry.parse(value(KEYS.pair(utf8("host=ü"))))).isEqualTo(new PairEntry(7));
    assertThat(KeyEntry.parse(value(KEYS.tagKey(utf8("host"))))).isEqualTo(new KeyEntry(5, 3));
    assertThat(value(KEYS.tagValue(utf8("x")))).isEmpty();
    assertThat(new String(value(KEYS.term(8)), UTF_8)).isEqualTo("rack=a");
    assertThat(BucketMarker.parse(value(KEYS.marker()))).isEqualTo(new BucketMarker(3, 6, 5, 730));
  }

  @Test
  void postings() {
    assertThat(Ids.decode(value(KEYS.postings(0, 3)))).containsExactly(1, 2);
    KeyPostings hosts = KeyPostings.parse(value(KEYS.keyPostings(0, 5)));
    assertThat(hosts.series()).containsExactly(1, 2, 3);
    assertThat(hosts.pairs()).containsExactly(5, 6, 7);
  }

  @Test
  void names() {
    var names = new NamesDecoder(value(KEYS.names(0, 0)));
    assertThat(names.series()).isEqualTo(4);
    for (int i = 0; i < 3; i++) {
      assertThat(names.next()).isTrue();
    }
    assertThat(names.hash()).isEqualTo(7);
    assertThat(Arrays.copyOf(names.pairs(), names.pairCount())).containsExactly(3, 6, 8);
    int[] hashes = new int[9];
    for (int id = 0; id < hashes.length; id++) {
      hashes[id] = SeriesCheck.ofTerm(value(KEYS.term(id)));
    }
    assertThat(names.check()).isEqualTo(SeriesCheck.of(hashes, new int[] {0, 3, 6, 8}, 4));
  }

  @Test
  void datapoints() {
    byte[] data = value(KEYS.data(Aggregate.SUM, 0, 3));
    int column = DataValue.column(readable(data), data.length);
    byte[] times = value(KEYS.column(column));
    long[] timestamps = new long[ColumnValue.points(readable(times), times.length)];
    ColumnValue.decode(readable(times), timestamps.length, START, timestamps, 0);
    assertThat(timestamps).containsExactly(START, START + 900_000);
    double[] sums = new double[2];
    DataValue.decode(readable(data), data.length, column, 2, sums, 0);
    assertThat(sums).containsExactly(-0.0, -0.0);
  }

  private byte[] value(byte[] key) {
    assertThat(bucket).containsKey(key);
    return Objects.requireNonNull(bucket.get(key));
  }

  private static MemorySegment readable(byte[] value) {
    return MemorySegment.ofArray(
        Arrays.copyOf(value, value.length + ValueDecoder.READ_AHEAD_BYTES));
  }

  private static byte[] utf8(String text) {
    return text.getBytes(UTF_8);
  }

  /// Returns the values by their keys.
  static Map<byte[], byte[]> golden() throws IOException {
    var bucket = new TreeMap<byte[], byte[]>(Arrays::compareUnsigned);
    String text = new String(GoldenFile.read(SstGoldenTest.class, "bucket-v2.txt"), UTF_8);
    HexFormat hex = HexFormat.of();
    for (String line : text.lines().filter(l -> !l.startsWith("#")).toList()) {
      int space = line.indexOf(' ');
      bucket.put(hex.parseHex(line.substring(0, space)), hex.parseHex(line.substring(space + 1)));
    }
    return bucket;
  }
}
