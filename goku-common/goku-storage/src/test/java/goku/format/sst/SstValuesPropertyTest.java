package goku.format.sst;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;

import goku.codec.block.TimestampEncoder;
import goku.codec.block.ValueDecoder;
import goku.codec.block.ValueEncoder;
import goku.format.FormatException;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.function.Consumer;
import java.util.stream.IntStream;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;

class SstValuesPropertyTest {
  private static final long ORIGIN = 1_700_006_400_000L;

  @Property(tries = 300)
  void idsComeBack(@ForAll long seed, @ForAll @IntRange(max = 20_000) int count) {
    int[] ids = ids(new Random(seed), count);
    assertThat(Ids.decode(Ids.encode(ids, ids.length))).isEqualTo(ids);
  }

  @Property(tries = 300)
  void keyPostingsComeBack(
      @ForAll long seed,
      @ForAll @IntRange(max = 5_000) int count,
      @ForAll @IntRange(min = 1, max = 300) int pairs) {
    var random = new Random(seed);
    int[] series = ids(random, count);
    int[] pair = random.ints(count, 1000, 1000 + pairs).toArray();
    KeyPostings read = KeyPostings.parse(KeyPostings.encode(series, pair, count));
    assertThat(read.series()).isEqualTo(series);
    assertThat(read.pairs()).isEqualTo(pair);
  }

  @Property(tries = 300)
  void namesComeBack(
      @ForAll long seed, @ForAll @IntRange(max = NamesEncoder.MAX_SERIES) int count) {
    var random = new Random(seed);
    List<String> wanted = new ArrayList<>();
    NamesEncoder encoder = new NamesEncoder();
    int most = random.nextInt(10) == 0 ? 70 : 5;
    for (int i = 0; i < count; i++) {
      int[] pairs = random.ints(1 + random.nextInt(most), 0, 1 << random.nextInt(30)).toArray();
      pairs[0] = i; // all are distinct
      long hash = random.nextLong();
      int check = random.nextInt();
      encoder.add(hash, check, pairs, pairs.length);
      wanted.add(hash + " " + check + " " + Arrays.toString(pairs));
    }
    assertThat(encoder.series()).isEqualTo(count);
    assertThat(names(encoder.toBytes())).isEqualTo(wanted);
    encoder.clear();
    encoder.add(1, 2, new int[0], 0);
    assertThat(names(encoder.toBytes())).containsExactly("1 2 []");
  }

  @Property(tries = 300)
  void smallValuesComeBack(
      @ForAll @IntRange(min = 0) int a,
      @ForAll @IntRange(min = 0) int b,
      @ForAll @IntRange(min = 0) int c,
      @ForAll long points) {
    var metric = new MetricEntry(a, b, c);
    assertThat(MetricEntry.parse(metric.toBytes())).isEqualTo(metric);
    var key = new KeyEntry(a, b);
    assertThat(KeyEntry.parse(key.toBytes())).isEqualTo(key);
    var pair = new PairEntry(a);
    assertThat(PairEntry.parse(pair.toBytes())).isEqualTo(pair);
    var marker = new BucketMarker(a, b, c, points);
    assertThat(BucketMarker.parse(marker.toBytes())).isEqualTo(marker);
  }

  @Property(tries = 300)
  void blocksComeBack(
      @ForAll long seed,
      @ForAll @IntRange(min = 1, max = 3000) int count,
      @ForAll @IntRange(min = 0) int column) {
    var random = new Random(seed);
    long[] times = Arrays.stream(ids(random, count)).mapToLong(id -> ORIGIN + id * 7L).toArray();
    double[] values = random.doubles(count).toArray();
    byte[] columnValue = column(times);
    byte[] dataValue = data(column, values);

    MemorySegment segment = readable(columnValue);
    int points = ColumnValue.points(segment, columnValue.length);
    long[] readTimes = new long[points];
    ColumnValue.decode(segment, points, ORIGIN, readTimes, 0);
    assertThat(readTimes).isEqualTo(times);

    MemorySegment data = readable(dataValue);
    assertThat(DataValue.column(data, dataValue.length)).isEqualTo(column);
    double[] readValues = new double[count];
    DataValue.decode(data, dataValue.length, column, count, readValues, 0);
    assertThat(readValues).isEqualTo(values);
  }

  @Property(tries = 2000)
  void brokenValuesGiveFormatErrorsAndNothingElse(@ForAll long seed) {
    var random = new Random(seed);
    int count = 1 + random.nextInt(300);
    int[] ids = ids(random, count);
    int[] pairs = random.ints(count, 0, 20).toArray();
    var names = new NamesEncoder();
    for (int i = 0; i < count; i++) {
      names.add(random.nextLong(), i, new int[] {i, pairs[i]}, 2);
    }
    long[] times = Arrays.stream(ids).mapToLong(id -> ORIGIN + id).toArray();
    double[] values = random.doubles(count).toArray();
    survives(random, Ids.encode(ids, count), Ids::decode);
    survives(random, KeyPostings.encode(ids, pairs, count), KeyPostings::parse);
    survives(random, names.toBytes(), SstValuesPropertyTest::names);
    survives(random, new MetricEntry(1, 300, 70_000).toBytes(), MetricEntry::parse);
    survives(random, new KeyEntry(300, 70_000).toBytes(), KeyEntry::parse);
    survives(random, new BucketMarker(1, 2, 3, 1L << 40).toBytes(), BucketMarker::parse);
    survives(random, column(times), SstValuesPropertyTest::readColumn);
    survives(random, data(3, values), value -> readData(value, count));
  }

  @Property(tries = 200)
  void checksOfSeriesTellTermsAndTheirOrderApart(@ForAll long seed) {
    var random = new Random(seed);
    int[] hashes = random.ints(8).distinct().toArray();
    int[] terms = {0, 1, 2};
    int check = SeriesCheck.of(hashes, terms, 3);
    assertThat(SeriesCheck.of(hashes, new int[] {0, 2, 1}, 3)).isNotEqualTo(check);
    assertThat(SeriesCheck.of(hashes, new int[] {0, 1}, 2)).isNotEqualTo(check);
    assertThat(SeriesCheck.of(hashes, terms, 3)).isEqualTo(check);
  }

  private static void survives(Random random, byte[] value, Consumer<byte[]> read) {
    byte[] broken =
        random.nextBoolean() ? Arrays.copyOf(value, random.nextInt(value.length)) : value.clone();
    for (int flips = random.nextInt(4); flips > 0 && broken.length > 0; flips--) {
      broken[random.nextInt(Math.min(broken.length, 40))] ^= (byte) (1 << random.nextInt(8));
    }
    assertThatCode(
            () -> {
              try {
                read.accept(broken);
              } catch (FormatException expected) {
                assertThat(expected).hasMessageContaining("found");
              }
            })
        .doesNotThrowAnyException();
  }

  private static int[] ids(Random random, int count) {
    int gap = 1 << random.nextInt(12);
    int[] ids = new int[count];
    int last = random.nextInt(1 << 20);
    for (int i = 0; i < count; i++) {
      last += 1 + random.nextInt(gap);
      ids[i] = last;
    }
    return ids;
  }

  private static List<String> names(byte[] value) {
    var decoder = new NamesDecoder(value);
    List<String> names = new ArrayList<>();
    while (decoder.next()) {
      int[] pairs = IntStream.range(0, decoder.pairCount()).map(i -> decoder.pairs()[i]).toArray();
      names.add(decoder.hash() + " " + decoder.check() + " " + Arrays.toString(pairs));
    }
    return names;
  }

  private static byte[] column(long[] times) {
    byte[] value = new byte[ColumnValue.MAX_HEAD_BYTES + TimestampEncoder.maxBytes(times.length)];
    int block = ColumnValue.write(times.length, value, 0);
    int end = new TimestampEncoder().encode(times, times.length, ORIGIN, value, block);
    return Arrays.copyOf(value, end);
  }

  private static byte[] data(int column, double[] values) {
    byte[] value = new byte[DataValue.MAX_HEAD_BYTES + ValueEncoder.maxBytes(values.length)];
    int block = DataValue.write(column, value, 0);
    return Arrays.copyOf(value, new ValueEncoder().encode(values, values.length, value, block));
  }

  private static void readColumn(byte[] value) {
    MemorySegment segment = readable(value);
    int points = ColumnValue.points(segment, value.length);
    ColumnValue.decode(segment, points, ORIGIN, new long[points], 0);
  }

  private static void readData(byte[] value, int count) {
    MemorySegment segment = readable(value);
    int column = DataValue.column(segment, value.length);
    DataValue.decode(segment, value.length, column, count, new double[count], 0);
  }

  private static MemorySegment readable(byte[] value) {
    return MemorySegment.ofArray(
        Arrays.copyOf(value, value.length + ValueDecoder.READ_AHEAD_BYTES));
  }
}
