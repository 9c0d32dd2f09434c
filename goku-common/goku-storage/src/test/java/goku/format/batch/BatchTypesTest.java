package goku.format.batch;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import goku.format.CorruptException;
import goku.format.FormatException;
import goku.format.OtherVersionException;
import goku.model.FormatLevel;
import goku.model.SeriesName;
import goku.model.ValueType;
import goku.testkit.GoldenFile;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/// Batches whose entries state the type of their values.
class BatchTypesTest {
  private static final long WIDE = (1L << 53) + 1;
  private static final ValueType PLAIN = ValueType.PLAIN;

  private record Typed(String name, long millis, long bits, ValueType type) {}

  private static final List<Typed> SAMPLE =
      List.of(
          plain("cpu host=a", 1, 20.5),
          doubles("cpu host=a", 2, 21),
          longs("requests host=a", 2, WIDE),
          longs("requests host=a", 3, Long.MAX_VALUE),
          plain("requests host=a", 4, 7),
          longs("requests host=a", 5, Long.MIN_VALUE + 1));

  @Test
  void bytesAreThoseOfTheGoldenFile() throws IOException {
    byte[] wanted = GoldenFile.read(BatchTypesTest.class, "batch-v4-types.bin");
    assertThat(write(FormatLevel.newest(), SAMPLE)).isEqualTo(wanted);
    assertThat(read(wanted)).isEqualTo(ofRuns(SAMPLE));
  }

  @Test
  void aRunWithAWholeDoubleIsOneOfDoubles() {
    List<Typed> points = List.of(plain("m", 1, 1.5), doubles("m", 2, 2), plain("m", 3, 2.5));
    assertThat(read(write(FormatLevel.newest(), points)))
        .extracting(Typed::type)
        .containsOnly(ValueType.DOUBLES);
    List<Typed> untyped =
        points.stream().map(p -> new Typed("m", p.millis, p.bits, PLAIN)).toList();
    assertThat(write(FormatLevel.newest(), points))
        .hasSameSizeAs(write(FormatLevel.newest(), untyped));
  }

  @Test
  void longRunsContinueInEntriesOfTheirType() {
    for (ValueType type : List.of(PLAIN, ValueType.LONGS, ValueType.DOUBLES)) {
      List<Typed> points =
          IntStream.range(0, 500).mapToObj(i -> new Typed("m", i, WIDE + i, type)).toList();
      List<Typed> found = read(write(FormatLevel.newest(), points));
      assertThat(found)
          .extracting(Typed::bits)
          .isEqualTo(points.stream().map(Typed::bits).toList());
      assertThat(found.getLast().type).isEqualTo(type);
    }
  }

  @Test
  void beforeTheLevelOfTypesAllValuesArePlain() {
    byte[] bytes = write(FormatLevel.fixed(BatchLayout.TYPE_LEVEL - 1), SAMPLE);
    assertThat(read(bytes)).extracting(Typed::type).containsOnly(PLAIN);
    assertThat(read(bytes).get(2).bits).isEqualTo(Double.doubleToRawLongBits(0x1p53));
    assertThat(read(bytes).get(1).bits).isEqualTo(Double.doubleToRawLongBits(21));
  }

  @Test
  void otherKindsAreOfALaterVersion() {
    byte[] bytes = write(FormatLevel.newest(), List.of(longs("m", 1, WIDE)));
    int kind = bytes.length - Long.BYTES - 3;
    assertThat(bytes[kind]).isEqualTo((byte) BatchLayout.LONGS_KIND);
    bytes[kind] = 3;
    assertThatThrownBy(() -> read(bytes))
        .isInstanceOf(OtherVersionException.class)
        .hasMessageContaining("an entry of kind 3");
  }

  @Test
  void entriesWithoutDatapointsAreCorrupt() {
    byte[] longs = write(FormatLevel.newest(), List.of(longs("m", 1, WIDE)));
    for (int count : new int[] {0, 128}) {
      longs[longs.length - Long.BYTES - 2] = (byte) count;
      assertThatThrownBy(() -> read(longs)).isInstanceOf(CorruptException.class);
    }
    byte[] doubles = write(FormatLevel.newest(), List.of(doubles("m", 1, 1)));
    doubles[doubles.length - Long.BYTES - 2] = (byte) BatchLayout.DOUBLES;
    assertThatThrownBy(() -> read(doubles)).isInstanceOf(CorruptException.class);
  }

  @Test
  void everyCutIsNoticed() {
    byte[] whole = write(FormatLevel.newest(), SAMPLE);
    for (int length = 0; length < whole.length; length++) {
      byte[] cut = Arrays.copyOf(whole, length);
      assertThatThrownBy(() -> read(cut)).isInstanceOf(FormatException.class);
    }
  }

  private static Typed plain(String name, long millis, double value) {
    return new Typed(name, millis, Double.doubleToRawLongBits(value), PLAIN);
  }

  private static Typed doubles(String name, long millis, double value) {
    return new Typed(name, millis, Double.doubleToRawLongBits(value), ValueType.DOUBLES);
  }

  private static Typed longs(String name, long millis, long value) {
    return new Typed(name, millis, value, ValueType.LONGS);
  }

  /// The first two datapoints are one run.
  private static List<Typed> ofRuns(List<Typed> points) {
    List<Typed> all = new ArrayList<>(points);
    Typed first = points.getFirst();
    all.set(0, new Typed(first.name, first.millis, first.bits, ValueType.DOUBLES));
    return all;
  }

  private static byte[] write(FormatLevel level, List<Typed> points) {
    var writer = new BatchWriter(level);
    for (Typed point : points) {
      SeriesName name = SeriesName.ofCanonical(point.name.getBytes(UTF_8));
      writer.add(name, point.millis, Double.longBitsToDouble(point.bits), point.type);
    }
    return writer.toBytes();
  }

  private static List<Typed> read(byte[] bytes) {
    var reader = new BatchReader();
    reader.open(bytes);
    List<Typed> points = new ArrayList<>();
    while (reader.nextSeries()) {
      var name = new String(reader.name(), UTF_8);
      while (reader.nextPoint()) {
        long bits = Double.doubleToRawLongBits(reader.value());
        points.add(new Typed(name, reader.timestamp(), bits, reader.type()));
      }
    }
    return points;
  }
}
