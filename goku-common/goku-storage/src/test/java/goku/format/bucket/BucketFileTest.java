package goku.format.bucket;

import static goku.format.bucket.BucketFixture.INFO;
import static goku.format.bucket.BucketFixture.METRICS;
import static goku.format.bucket.BucketFixture.PAIRS;
import static goku.format.bucket.BucketFixture.SAMPLE;
import static goku.format.bucket.BucketFixture.START;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import goku.model.PointBuffer;
import goku.testkit.GoldenFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class BucketFileTest {
  @TempDir Path directory;

  @Test
  void bytesAreThoseOfTheGoldenFile() throws IOException {
    byte[] wanted = GoldenFile.read(BucketFileTest.class, "bucket-v2.bin");
    assertThat(BucketFixture.write(file())).hasBinaryContent(wanted);
    try (var bucket = BucketFile.open(Files.write(directory.resolve("golden"), wanted))) {
      assertThat(BucketFixture.read(bucket)).hasToString(SAMPLE.toString());
    }
  }

  @Test
  void bytesWithCoverageAreThoseOfTheGoldenFile() throws IOException {
    byte[] wanted = GoldenFile.read(BucketFileTest.class, "bucket-v3.bin");
    assertThat(BucketFixture.write(file(), BucketFixture.COVERED)).hasBinaryContent(wanted);
    try (var bucket = BucketFile.open(Files.write(directory.resolve("golden"), wanted))) {
      assertThat(bucket.info()).isEqualTo(BucketFixture.COVERED);
      assertThat(BucketFixture.read(bucket)).hasToString(SAMPLE.toString());
    }
  }

  @Test
  void completeFileCoversItsLogUpToTheDecision() {
    var coverage = BucketFixture.COVERED.coverage();
    assertThat(coverage.covers(BucketFixture.LOG, 123_456)).isTrue();
    assertThat(coverage.covers(BucketFixture.LOG, 123_457)).isFalse();
    assertThat(coverage.covers(new UUID(1, 2), 123_456)).isFalse();
    var unknown = BucketCoverage.UNKNOWN;
    assertThat(unknown.covers(unknown.log(), -1)).isFalse();
    assertThat(unknown.isComplete()).isTrue();
    for (var kind : List.of(BucketCoverage.Kind.INCOMPLETE, BucketCoverage.Kind.ADDITION)) {
      var other = new BucketCoverage(BucketFixture.LOG, 123_456, kind);
      assertThat(other.covers(BucketFixture.LOG, 0)).isFalse();
      assertThat(other.isComplete()).isFalse();
    }
  }

  @Test
  void fileTellsItsContent() throws IOException {
    try (var bucket = BucketFile.open(BucketFixture.write(file()))) {
      assertThat(bucket.info()).isEqualTo(INFO);
      assertThat(bucket.bytes()).isEqualTo(Files.size(file()));
      assertThat(bucket.bytesByPart().values().stream().mapToLong(Long::longValue).sum())
          .isEqualTo(bucket.bytes());
      assertThat(BucketFixture.terms(bucket, 0, bucket.metricCount()))
          .containsExactly("cpu", "mem.free");
      assertThat(BucketFixture.terms(bucket, bucket.metricCount(), bucket.termCount()))
          .containsExactly("core=0", "core=1", "host=a", "host=ü");
      assertThat(bucket.seriesCount()).isEqualTo(5);
      assertThat(bucket.pointCount()).isEqualTo(34);
      assertThat(IntStream.range(0, 5).map(bucket::points)).containsExactly(10, 3, 10, 1, 10);
      assertThatThrownBy(() -> bucket.points(5)).isInstanceOf(IndexOutOfBoundsException.class);
      assertThatThrownBy(() -> bucket.term(-1)).isInstanceOf(IndexOutOfBoundsException.class);
      bucket.verify();
    }
  }

  @Test
  void sharedTimestampsAreStoredOnce() throws IOException {
    List<BucketFixture.Series> alternating = new ArrayList<>();
    for (int i = 0; i < 3000; i++) { // enough that their blocks fill several pages
      long[] timestamps = new long[40];
      for (int j = 0; j < timestamps.length; j++) {
        timestamps[j] = START + j * 60_000L + (i % 3) * 1000L;
      }
      alternating.add(
          new BucketFixture.Series(i, new int[] {0, 1 + i}, timestamps, new double[40]));
    }
    List<byte[]> pairs =
        IntStream.range(0, 3000).mapToObj(i -> "host=%04d".formatted(i).getBytes(UTF_8)).toList();
    Path file = BucketFixture.write(file(), METRICS.subList(0, 1), pairs, alternating);
    try (var bucket = BucketFile.open(file)) {
      assertThat(bucket.columnCount()).isEqualTo(3);
      assertThat(BucketFixture.read(bucket)).hasToString(alternating.toString());
    }
  }

  @Test
  void emptyBucketIsValid() throws IOException {
    try (var bucket = BucketFile.open(BucketFixture.write(file(), List.of(), PAIRS, List.of()))) {
      assertThat(bucket.seriesCount()).isZero();
      assertThat(bucket.pointCount()).isZero();
      assertThat(BucketFixture.read(bucket)).isEmpty();
      bucket.verify();
    }
  }

  @Test
  void checksumTellsContentsApart() throws IOException {
    List<BucketFixture.Series> other = new ArrayList<>(SAMPLE);
    var first = SAMPLE.getFirst();
    double[] values = first.values().clone();
    values[9] = Math.nextUp(values[9]);
    other.set(0, new BucketFixture.Series(first.hash(), first.terms(), first.timestamps(), values));
    Path otherFile = directory.resolve("other");
    BucketFixture.write(otherFile, METRICS, PAIRS, other);
    Path same = BucketFixture.write(directory.resolve("same"));
    try (var a = BucketFile.open(BucketFixture.write(file()));
        var b = BucketFile.open(otherFile);
        var c = BucketFile.open(same)) {
      assertThat(b.checksum()).isNotEqualTo(a.checksum());
      assertThat(c.checksum()).isEqualTo(a.checksum());
    }
  }

  @Test
  void staysReadableWhenUnlinkedAndCanBeWrittenAgain() throws IOException {
    Path file = BucketFixture.write(file());
    byte[] bytes = Files.readAllBytes(file);
    try (var bucket = BucketFile.open(file)) {
      Files.delete(file);
      assertThat(BucketFixture.read(bucket)).hasToString(SAMPLE.toString());
      bucket.copyTo(file);
    }
    assertThat(file).hasBinaryContent(bytes);
    assertThat(directory).isDirectoryNotContaining("glob:**.part");
  }

  @Test
  void touchingReadsTheBeginningOfTheBlock() throws IOException {
    try (var bucket = BucketFile.open(BucketFixture.write(file()))) {
      assertThat(IntStream.range(0, 5).mapToLong(bucket::touch).distinct()).hasSize(5);
      assertThatThrownBy(() -> bucket.touch(5)).isInstanceOf(IndexOutOfBoundsException.class);
    }
  }

  @Test
  void aClosedBucketIsNotRead() throws IOException {
    var bucket = BucketFile.open(BucketFixture.write(file()));
    bucket.close();
    bucket.close();
    assertThatThrownBy(() -> bucket.read(0, new PointBuffer()))
        .isInstanceOf(IllegalStateException.class);
  }

  private Path file() {
    return directory.resolve("bucket");
  }
}
