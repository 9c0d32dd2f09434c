package goku.format.bucket;

import static goku.format.bucket.BucketFixture.INFO;
import static goku.format.bucket.BucketFixture.METRICS;
import static goku.format.bucket.BucketFixture.PAIRS;
import static goku.format.bucket.BucketFixture.SAMPLE;
import static goku.format.bucket.BucketFixture.at;
import static goku.format.bucket.BucketFixture.doubles;
import static goku.format.bucket.BucketFixture.terms;
import static goku.format.bucket.BucketFixture.utf8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import goku.model.PointBuffer;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.assertj.core.api.ThrowableAssert;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class BucketFileWriterTest {
  private static final PointBuffer POINT = PointBuffer.of(at(0), doubles(1));

  @TempDir Path directory;
  private Path file = Path.of("");

  @BeforeEach
  void name() {
    file = directory.resolve("bucket");
  }

  @Test
  void fileAppearsWhenItIsFinished() throws IOException {
    try (var writer = writer()) {
      writer.add(1, terms(0), 1, POINT);
      assertThat(file).doesNotExist();
      writer.finish();
      assertThat(directory.toFile().list()).containsExactly("bucket");
      assertThatThrownBy(writer::finish).isInstanceOf(IllegalStateException.class);
    }
    assertThat(file).exists();
  }

  @Test
  void unfinishedFileIsRemoved() throws IOException {
    try (var writer = writer()) {
      writer.add(1, terms(0), 1, POINT);
    }
    assertThat(directory).isEmptyDirectory();
  }

  @Test
  void finishedFileReplacesAnOldFileAndALeftover() throws IOException {
    Files.write(file, new byte[100_000]);
    Files.write(directory.resolve("bucket.part"), new byte[100_000]);
    BucketFixture.write(file);
    try (var bucket = BucketFile.open(file)) {
      assertThat(BucketFixture.read(bucket)).hasToString(SAMPLE.toString());
    }
  }

  @Test
  void equalInputGivesEqualBytes() throws IOException {
    byte[] bytes = Files.readAllBytes(BucketFixture.write(file));
    assertThat(BucketFixture.write(directory.resolve("other"))).hasBinaryContent(bytes);
  }

  @Test
  void inputThatIsNotInOrderIsRefusedAndChangesNothing() throws IOException {
    byte[] wanted = Files.readAllBytes(BucketFixture.write(directory.resolve("wanted")));
    try (var writer = writer()) {
      for (var series : SAMPLE) {
        int[] name = series.terms();
        refused("terms[0] is 2, wanted a metric: 0 to 1", () -> add(writer, terms(2), POINT));
        refused("terms[1] is 6, wanted a pair: 2 to 5", () -> add(writer, terms(1, 6), POINT));
        refused("terms[1] is 1", () -> add(writer, terms(1, 1), POINT));
        refused("terms[0] is -1", () -> add(writer, terms(-1), POINT));
        refused("termCount is 0", () -> add(writer, terms(), POINT));
        refused("points is empty", () -> add(writer, name, PointBuffer.of(at(), doubles())));
        refused("points has the timestamp", () -> add(writer, name, points(5, 5)));
        refused("points has the timestamp", () -> add(writer, name, points(5, 4)));
        refused("points has the timestamp", () -> add(writer, name, points(-1, 4)));
        refused("points has the timestamp", () -> add(writer, name, points(0, 7_200_000)));
        writer.add(series.hash(), name, name.length, series.points());
        refused("cannot add a series with terms=", () -> add(writer, name, POINT));
        refused("cannot add a series with terms=[0]", () -> add(writer, terms(0), POINT));
      }
      writer.finish();
    }
    assertThat(file).hasBinaryContent(wanted);
  }

  @Test
  void termsThatDoNotAscendAreRefused() {
    refused("metrics has 'cpu' after 'cpu'", () -> writer(utf8("cpu", "cpu"), PAIRS));
    refused("pairs has 'z=1' after 'ü=1'", () -> writer(METRICS, utf8("ü=1", "z=1")));
    assertThat(directory).isEmptyDirectory();
  }

  @Test
  void impossibleBucketIsRefused() {
    refused("shard is -1", () -> new BucketInfo("ns", -1, 0, 1, 1));
    refused("lengthMillis is 0", () -> new BucketInfo("ns", 0, 0, 0, 1));
    refused("generation is 0", () -> new BucketInfo("ns", 0, 0, 1, 0));
    var info = new BucketInfo("ü".repeat(513), 0, 0, 1, 1);
    refused(
        "cannot write a namespace of 1026 bytes",
        () -> new BucketFileWriter(file, info, METRICS, PAIRS));
    assertThat(directory).isEmptyDirectory();
  }

  @Test
  void namespaceMayHaveAsManyBytesAsTheHeaderHolds() throws IOException {
    var info = new BucketInfo("n".repeat(1024), 0, 0, 1, 1);
    try (var writer = new BucketFileWriter(file, info, METRICS, PAIRS)) {
      writer.finish();
    }
    try (var bucket = BucketFile.open(file)) {
      assertThat(bucket.info()).isEqualTo(info);
    }
  }

  @Test
  void blocksBeyondTheLargestOffsetAreRefused() throws IOException {
    try (var writer = new BucketFileWriter(file, INFO, METRICS, PAIRS, 0)) {
      assertThatThrownBy(() -> writer.add(1, terms(0), 1, POINT)) // values follow the times
          .isInstanceOf(IllegalStateException.class)
          .hasMessageContaining("the largest offset in a bucket is 0; use more shards");
      assertThatThrownBy(() -> writer.add(1, terms(0), 1, POINT))
          .isInstanceOf(IllegalStateException.class);
      assertThatThrownBy(writer::finish).isInstanceOf(IllegalStateException.class);
    }
    assertThat(directory).isEmptyDirectory();
  }

  @Test
  void fullDiskIsAnErrorAndLeavesNothing() throws IOException {
    Path full = Path.of("/dev/full");
    assumeTrue(Files.isWritable(full), "a device that is always full");
    Files.createSymbolicLink(directory.resolve("bucket.part"), full);
    assertThatThrownBy(() -> BucketFixture.write(file)).isInstanceOf(IOException.class);
    assertThat(directory).isEmptyDirectory();
  }

  private BucketFileWriter writer() throws IOException {
    return writer(METRICS, PAIRS);
  }

  private BucketFileWriter writer(List<byte[]> metrics, List<byte[]> pairs) throws IOException {
    return new BucketFileWriter(file, INFO, metrics, pairs);
  }

  private static void add(BucketFileWriter writer, int[] terms, PointBuffer points)
      throws IOException {
    writer.add(1, terms, terms.length, points);
  }

  private static PointBuffer points(long first, long second) {
    return PointBuffer.of(at(first, second), doubles(1, 2));
  }

  private static void refused(String message, ThrowableAssert.ThrowingCallable call) {
    assertThatIllegalArgumentException().isThrownBy(call).withMessageContaining(message);
  }
}
