package goku.format.batch;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import goku.format.CorruptException;
import goku.format.FormatException;
import goku.model.FormatLevel;
import goku.model.SeriesName;
import goku.testkit.GoldenFile;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import org.junit.jupiter.api.Test;

class BatchInputsTest {
  private static final List<InputPosition> FROM =
      List.of(new InputPosition(1000, 2), new InputPosition(0, 0));

  private static final List<SourcedPoint> SAMPLE =
      List.of(
          point("cpu host=a", 1.5, 0, 1000, 2),
          point("cpu host=a", 2, 0, 1000, 3),
          point("mem host=a", 3, 0, 1000, 500),
          point("mem host=b", 4, 0, 1001, 0),
          point("up", 5, 1, 0, 0),
          point("up", 6, 1, 1L << 40, 1),
          point("up", 7, 0, 1300, 70_000));

  private static SourcedPoint point(String name, double value, int input, long offset, int number) {
    return new SourcedPoint(
        new BatchPoint(name, 1_700_000_000_000L, value), input, new InputPosition(offset, number));
  }

  private static byte[] sample() {
    return SourcedPoint.write(FormatLevel.newest(), FROM, SAMPLE);
  }

  @Test
  void bytesAreThoseOfTheGoldenFile() throws IOException {
    byte[] wanted = GoldenFile.read(BatchInputsTest.class, "batch-v4.bin");
    assertThat(sample()).isEqualTo(wanted);
    assertThat(SourcedPoint.read(wanted)).isEqualTo(SAMPLE);
  }

  @Test
  void rangesOfInputsEndAfterTheirLastDatapoints() {
    var reader = new BatchReader();
    reader.open(sample());
    assertThat(reader.inputs())
        .containsExactly(
            new InputRange(
                SourcedPoint.INPUTS.get(0), FROM.get(0), new InputPosition(1300, 70_001)),
            new InputRange(
                SourcedPoint.INPUTS.get(1), FROM.get(1), new InputPosition(1L << 40, 2)));
  }

  @Test
  void theVersionBeforeOmitsInputs() {
    byte[] bytes = SourcedPoint.write(FormatLevel.fixed(2), FROM, SAMPLE);
    assertThat(bytes)
        .isEqualTo(BatchPoint.write(SAMPLE.stream().map(SourcedPoint::point).toList()));
    var reader = new BatchReader();
    reader.open(bytes);
    assertThat(reader.inputs()).isEmpty();
  }

  @Test
  void aLongRunContinuesInAnotherEntry() {
    var writer = new BatchWriter();
    byte[] name = "m a=b".getBytes(UTF_8);
    IntStream.range(0, 300).forEach(i -> writer.add(SeriesName.ofCanonical(name), i, i));
    assertThat(BatchPoint.read(writer.toBytes()))
        .isEqualTo(IntStream.range(0, 300).mapToObj(i -> new BatchPoint("m a=b", i, i)).toList());
    var reader = new BatchReader();
    reader.open(writer.toBytes());
    assertThat(reader.inputs()).isEmpty();
    assertThat(reader.nextSeries()).isTrue();
    assertThat(reader.pointsLeft()).isEqualTo(127);
  }

  private static int indexOfFirstCount(byte[] bytes) {
    byte[] name = "cpu host=a".getBytes(UTF_8);
    for (int i = 0; ; i++) {
      if (Arrays.equals(bytes, i, i + name.length, name, 0, name.length)) {
        return i + name.length;
      }
    }
  }

  @Test
  void aPositionOfAnUnknownInputIsCorrupt() {
    byte[] bytes =
        SourcedPoint.write(
            FormatLevel.newest(), FROM, List.of(SAMPLE.get(0), SAMPLE.get(4), SAMPLE.get(6)));
    int at = indexOfFirstCount(bytes) - "cpu host=a".length() - 1 - Long.BYTES;
    bytes[at - 3] = 2; // before an offset of two bytes
    assertThatThrownBy(() -> SourcedPoint.read(bytes))
        .isInstanceOf(CorruptException.class)
        .hasMessageContaining("input 2");
  }

  @Test
  void everyCutIsNoticed() {
    byte[] whole = sample();
    for (int length = 0; length < whole.length; length++) {
      byte[] cut = Arrays.copyOf(whole, length);
      assertThatThrownBy(() -> BatchPoint.read(cut)).isInstanceOf(FormatException.class);
    }
  }

  @Test
  void clearedWriterForgetsItsInputs() {
    var writer = new BatchWriter();
    writer.input(SourcedPoint.INPUTS.getFirst(), FROM.getFirst());
    writer.source(0, 2000, 5);
    writer.add(SeriesName.ofCanonical("m".getBytes(UTF_8)), 1, 2);
    byte[] first = writer.toBytes();
    writer.clear();
    assertThat(writer.inputs()).isEmpty();
    writer.input(SourcedPoint.INPUTS.getFirst(), FROM.getFirst());
    writer.source(0, 2000, 5);
    writer.add(SeriesName.ofCanonical("m".getBytes(UTF_8)), 1, 2);
    assertThat(writer.toBytes()).isEqualTo(first).hasSizeLessThanOrEqualTo(writer.size());
  }

  @Property(tries = 300)
  void readsWhatWasWritten(@ForAll("points") List<SourcedPoint> points) {
    byte[] bytes = SourcedPoint.write(FormatLevel.newest(), from(points), points);
    assertThat(SourcedPoint.read(bytes)).isEqualTo(points);
  }

  @Property(tries = 300)
  void aFlippedByteNeverEndsInAnotherError(
      @ForAll("points") List<SourcedPoint> points, @ForAll int where, @ForAll byte flip) {
    byte[] bytes = SourcedPoint.write(FormatLevel.newest(), from(points), points);
    bytes[Math.floorMod(where, bytes.length)] ^= flip;
    try {
      SourcedPoint.read(bytes);
    } catch (FormatException expected) {
      assertThat(expected).hasMessageContaining("wanted");
    }
  }

  private static List<InputPosition> from(List<SourcedPoint> points) {
    return IntStream.range(0, SourcedPoint.INPUTS.size())
        .mapToObj(
            input ->
                points.stream()
                    .filter(point -> point.input() == input)
                    .map(SourcedPoint::position)
                    .findFirst()
                    .orElseThrow())
        .toList();
  }

  /// Positions that ascend in each input. All inputs have some.
  @Provide
  Arbitrary<List<SourcedPoint>> points() {
    Arbitrary<Step> steps =
        Combinators.combine(
                Arbitraries.integers().between(0, SourcedPoint.INPUTS.size() - 1),
                Arbitraries.of(0L, 0L, 1L, 5L, 1L << 33),
                Arbitraries.integers().between(0, 300))
            .as(Step::new);
    return steps.list().ofMaxSize(300).map(BatchInputsTest::ascending);
  }

  private record Step(int input, long records, int datapoints) {}

  private static List<SourcedPoint> ascending(List<Step> steps) {
    int inputs = SourcedPoint.INPUTS.size();
    long[] offsets = new long[inputs];
    int[] numbers = new int[inputs];
    Arrays.fill(numbers, -1);
    List<Step> all = new ArrayList<>();
    IntStream.range(0, inputs).forEach(input -> all.add(new Step(input, input, input)));
    all.addAll(steps);
    return all.stream()
        .map(
            step -> {
              int input = step.input();
              offsets[input] += step.records();
              numbers[input] = (step.records() > 0 ? 0 : numbers[input] + 1) + step.datapoints();
              return point("m i=" + input, 1, input, offsets[input], numbers[input]);
            })
        .toList();
  }
}
