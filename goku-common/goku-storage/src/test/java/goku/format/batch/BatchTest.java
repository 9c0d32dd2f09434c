package goku.format.batch;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import goku.format.CorruptException;
import goku.format.FormatException;
import goku.format.NotOursException;
import goku.format.OtherVersionException;
import goku.format.TruncatedException;
import goku.model.SeriesName;
import goku.testkit.GoldenFile;
import java.io.IOException;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class BatchTest {
  private static final List<BatchPoint> SAMPLE =
      List.of(
          new BatchPoint("cpu host=a", 1_700_000_000_000L, 1.5),
          new BatchPoint("cpu host=a", 1_700_000_010_000L, -0.0),
          new BatchPoint("cpu host=ü", 1_699_999_999_999L, Double.MAX_VALUE),
          new BatchPoint("up", 1_700_000_000_000L, 1),
          new BatchPoint("cpu host=a", 0, Double.MIN_VALUE),
          new BatchPoint("mem host=a", 1_700_000_000_000L, 2),
          new BatchPoint("mem.free host=a", 1_700_000_000_000L, 3),
          new BatchPoint("mem.free host=b", 1_700_000_000_000L, 4));

  @Test
  void bytesAreThoseOfTheGoldenFile() throws IOException {
    byte[] wanted = GoldenFile.read(BatchTest.class, "batch-v3.bin");
    assertThat(BatchPoint.write(SAMPLE)).isEqualTo(wanted);
    assertThat(BatchPoint.read(wanted)).isEqualTo(SAMPLE);
  }

  @Test
  void neighboursWithTheSameTagsShareThem() {
    String tags = " az=b host=a";
    byte[] alone = BatchPoint.write(List.of(new BatchPoint("cpu" + tags, 1, 2)));
    byte[] both =
        BatchPoint.write(
            List.of(new BatchPoint("cpu" + tags, 1, 2), new BatchPoint("mem" + tags, 1, 3)));
    int headerless = alone.length - BatchLayout.HEADER_BYTES;
    assertThat(both.length - alone.length).isEqualTo(headerless - tags.length());
  }

  @Test
  void tagsAreSharedOnlyWithThePreviousEntry() {
    List<BatchPoint> points =
        List.of(
            new BatchPoint("a x=1", 1, 1),
            new BatchPoint("b", 1, 2),
            new BatchPoint("c", 1, 3),
            new BatchPoint("d x=1", 1, 4),
            new BatchPoint("e x=1", 1, 5),
            new BatchPoint("e x=1", 2, 6),
            new BatchPoint("e x=2", 2, 7),
            new BatchPoint("f x=1 y=2", 2, 8),
            new BatchPoint("g x=2", 2, 9));
    assertThat(BatchPoint.read(BatchPoint.write(points))).isEqualTo(points);
  }

  @Test
  void tagsOfAMissingEntryAreCorrupt() {
    byte[] bytes = BatchPoint.write(List.of(new BatchPoint("cpu a=b", 1, 2)));
    bytes[BatchLayout.HEADER_BYTES + Long.BYTES] |= 1;
    assertThatThrownBy(() -> BatchPoint.read(bytes))
        .isInstanceOf(CorruptException.class)
        .hasMessageContaining("wanted an entry before that has tags");
  }

  @Test
  void runsOfOneSeriesShareAnEntry() {
    var reader = new BatchReader();
    reader.open(BatchPoint.write(SAMPLE));
    assertThat(reader.count()).isEqualTo(8);
    assertThat(reader.nextSeries()).isTrue();
    assertThat(reader.hash())
        .isEqualTo(SeriesName.ofCanonical("cpu host=a".getBytes(UTF_8)).hash());
    assertThat(reader.pointsLeft()).isEqualTo(2);
    assertThat(reader.nextSeries()).isTrue(); // skips points that were not read
    assertThat(reader.pointsLeft()).isOne();
  }

  @Test
  void longRunContinuesInAnotherEntry() {
    List<BatchPoint> points =
        IntStream.range(0, 1000).mapToObj(i -> new BatchPoint("m", i * 1000L, i)).toList();
    assertThat(BatchPoint.read(BatchPoint.write(points))).isEqualTo(points);
  }

  @Test
  void clearedWriterStartsANewBatch() {
    var writer = new BatchWriter();
    byte[] name = "m a=b".getBytes(UTF_8);
    writer.add(SeriesName.ofCanonical(name), 5, 1);
    byte[] first = writer.toBytes();
    writer.clear();
    assertThat(writer.count()).isZero();
    writer.add(SeriesName.ofCanonical(name), 5, 1);
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
  void otherVersionsAreNotRead() {
    byte[] bytes = BatchPoint.write(SAMPLE);
    for (byte version : new byte[] {2, 5}) {
      bytes[1] = version;
      assertThatThrownBy(() -> BatchPoint.read(bytes))
          .isInstanceOf(OtherVersionException.class)
          .hasMessageContaining("found version " + version + ", wanted version 3 to 4");
    }
  }

  @Test
  void wrongCountIsCorrupt() {
    byte[] bytes = BatchPoint.write(SAMPLE);
    bytes[4]++;
    assertThatThrownBy(() -> BatchPoint.read(bytes))
        .isInstanceOf(CorruptException.class)
        .hasMessageContaining("found 8 datapoints, wanted 9");
  }

  @Test
  void unknownFlagsAreCorrupt() {
    byte[] bytes = BatchPoint.write(SAMPLE);
    bytes[2] = 1;
    assertThatThrownBy(() -> BatchPoint.read(bytes)).isInstanceOf(CorruptException.class);
  }
}
