package goku.format.batch;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import goku.format.CorruptException;
import goku.format.FormatException;
import goku.format.NotOursException;
import goku.format.TooNewException;
import goku.format.TruncatedException;
import goku.model.NameHash;
import java.io.IOException;
import java.io.InputStream;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class BatchTest {
  private static final List<BatchPoint> SAMPLE =
      List.of(
          new BatchPoint("cpu host=a", 1_700_000_000_000L, 1.5),
          new BatchPoint("cpu host=a", 1_700_000_010_000L, -0.0),
          new BatchPoint("cpu host=ü", 1_699_999_999_999L, Double.MAX_VALUE),
          new BatchPoint("up", 1_700_000_000_000L, 1),
          new BatchPoint("cpu host=a", 0, Double.MIN_VALUE));

  @Test
  void bytesAreThoseOfTheGoldenFile() throws IOException {
    try (InputStream golden = BatchTest.class.getResourceAsStream("batch-v1.bin")) {
      byte[] wanted = Objects.requireNonNull(golden).readAllBytes();
      assertThat(BatchPoint.write(SAMPLE)).isEqualTo(wanted);
      assertThat(BatchPoint.read(wanted)).isEqualTo(SAMPLE);
    }
  }

  @Test
  void runsOfOneSeriesShareAnEntry() {
    var reader = new BatchReader();
    reader.open(BatchPoint.write(SAMPLE));
    assertThat(reader.count()).isEqualTo(5);
    assertThat(reader.nextSeries()).isTrue();
    assertThat(reader.hash()).isEqualTo(NameHash.of("cpu host=a".getBytes(UTF_8)));
    assertThat(reader.pointsLeft()).isEqualTo(2);
    assertThat(reader.nextSeries()).isTrue(); // over points that nobody read
    assertThat(reader.pointsLeft()).isOne();
  }

  @Test
  void longRunGoesOnInAnotherEntry() {
    List<BatchPoint> points =
        IntStream.range(0, 1000).mapToObj(i -> new BatchPoint("m", i * 1000L, i)).toList();
    assertThat(BatchPoint.read(BatchPoint.write(points))).isEqualTo(points);
  }

  @Test
  void clearedWriterStartsAnew() {
    var writer = new BatchWriter();
    byte[] name = "m a=b".getBytes(UTF_8);
    writer.add(NameHash.of(name), name, 0, name.length, 5, 1);
    byte[] first = writer.toBytes();
    writer.clear();
    assertThat(writer.count()).isZero();
    writer.add(NameHash.of(name), name, 0, name.length, 5, 1);
    assertThat(writer.toBytes()).isEqualTo(first);
    assertThat(writer.size()).isEqualTo(first.length);
  }

  @Test
  void emptyBatchHasNoSeries() {
    assertThat(BatchPoint.read(new BatchWriter().toBytes())).isEmpty();
  }

  @Test
  void everyCutIsNoticed() {
    byte[] whole = BatchPoint.write(SAMPLE);
    for (int length = 0; length < whole.length; length++) {
      byte[] cut = Arrays.copyOf(whole, length);
      assertThatThrownBy(() -> BatchPoint.read(cut)).isInstanceOf(FormatException.class);
    }
    assertThatThrownBy(() -> BatchPoint.read(Arrays.copyOf(whole, 40)))
        .isInstanceOf(TruncatedException.class)
        .hasMessageContaining("batch at offset");
  }

  @Test
  void otherBytesAreNotOurs() {
    assertThatThrownBy(() -> BatchPoint.read("put cpu 1 2 a=b".getBytes(UTF_8)))
        .isInstanceOf(NotOursException.class)
        .hasMessage("batch at offset 0: found 0x70, wanted magic 0x47");
  }

  @Test
  void laterVersionIsTooNew() {
    byte[] bytes = BatchPoint.write(SAMPLE);
    bytes[1] = 2;
    assertThatThrownBy(() -> BatchPoint.read(bytes))
        .isInstanceOf(TooNewException.class)
        .hasMessageContaining("found version 2, wanted version 1");
  }

  @Test
  void wrongCountIsCorrupt() {
    byte[] bytes = BatchPoint.write(SAMPLE);
    bytes[4]++;
    assertThatThrownBy(() -> BatchPoint.read(bytes))
        .isInstanceOf(CorruptException.class)
        .hasMessageContaining("found 5 datapoints, wanted 6");
  }

  @Test
  void unknownFlagsAreCorrupt() {
    byte[] bytes = BatchPoint.write(SAMPLE);
    bytes[2] = 1;
    assertThatThrownBy(() -> BatchPoint.read(bytes)).isInstanceOf(CorruptException.class);
  }
}
