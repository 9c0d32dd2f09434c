package goku.compactor.sst;

import static goku.compactor.sst.TierFixture.BUCKET;
import static goku.compactor.sst.TierFixture.METRICS;
import static goku.compactor.sst.TierFixture.PAIRS;
import static goku.compactor.sst.TierFixture.SAMPLE;
import static goku.compactor.sst.TierFixture.START;
import static goku.compactor.sst.TierFixture.points;
import static goku.compactor.sst.TierFixture.rollups;
import static goku.compactor.sst.TierFixture.terms;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.dynatrace.hash4j.hashing.Hashing;
import goku.compactor.rollup.RollupBuffer;
import goku.format.sst.SstBucket;
import goku.model.PointBuffer;
import goku.tier.Manifest;
import goku.tier.StoredFile;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class TierBucketTest {
  @TempDir Path directory;
  @TempDir Path other;

  @Test
  void keysAndValuesAreThoseOfTheGoldenFile() throws Exception {
    try (InputStream golden = SstBucket.class.getResourceAsStream("bucket-v2.txt")) {
      String wanted = new String(Objects.requireNonNull(golden).readAllBytes(), UTF_8);
      assertThat(SstContent.dump(directory, TierFixture.write(directory))).isEqualTo(wanted);
    }
  }

  @Test
  void seriesReadBackExceptThoseWithoutKeptData() throws IOException {
    Manifest manifest = TierFixture.write(directory);
    assertThat(manifest.series()).isEqualTo(5);
    assertThat(manifest.points()).isEqualTo(730);
    try (var source = new TierBucketSource(directory, manifest)) {
      assertThat(source.metricCount()).isEqualTo(3);
      assertThat(TierFixture.terms(source))
          .isEqualTo(Stream.concat(METRICS.stream(), PAIRS.stream()).toList());
      assertThat(TierFixture.read(source)).isEqualTo(TierFixture.texts(SAMPLE, true, true));
      assertThat(source.next()).isFalse();
    }
  }

  @Test
  void onlyDataThatTheTierKeepsAreWritten() throws IOException {
    Manifest manifest = TierFixture.write(directory, METRICS, PAIRS, SAMPLE, false, true);
    assertThat(manifest.series()).isEqualTo(4);
    assertThat(manifest.points()).isEqualTo(11);
    assertThat(manifest.files()).extracting(StoredFile::name).doesNotContain("data-raw.sst");
    try (var source = new TierBucketSource(directory, manifest)) {
      assertThat(TierFixture.read(source)).isEqualTo(TierFixture.texts(SAMPLE, false, true));
    }
  }

  @Test
  void datapointsOfUnreadSeriesAreSkipped() throws IOException {
    try (var source = new TierBucketSource(directory, TierFixture.write(directory))) {
      for (int i = 0; i < 5; i++) {
        assertThat(source.next()).isTrue();
      }
      var points = new PointBuffer();
      points.add(1, 2);
      source.raw(points);
      source.raw(points);
      assertThat(points.size()).isEqualTo(21);
      assertThat(points.timestamps()).startsWith(1, START).contains(START + 90_000);
      assertThat(points.values()).startsWith(2, 0 * Double.NaN);
    }
  }

  @Test
  void termsCanBeReadInAnyOrder() throws IOException {
    try (var source = new TierBucketSource(directory, TierFixture.write(directory))) {
      assertThat(IntStream.of(8, 0, 4, 5, 5, 1).mapToObj(number -> text(source, number)))
          .containsExactly("rack=a", "cpu", "host-a=y", "host=a", "host=a", "mem.free");
    }
  }

  @Test
  void theSameContentGivesTheSameBytes() throws IOException {
    Manifest first = TierFixture.write(directory);
    Manifest second = TierFixture.write(other);
    assertThat(second).isEqualTo(first);
    for (StoredFile file : first.files()) {
      assertThat(other.resolve(file.name()))
          .hasBinaryContent(Files.readAllBytes(directory.resolve(file.name())));
    }
  }

  @Test
  void theManifestDescribesTheFiles() throws IOException {
    Manifest manifest = TierFixture.write(directory);
    assertThat(manifest.files()).extracting(StoredFile::name).isSorted().hasSize(14);
    try (Stream<Path> there = Files.list(directory)) {
      assertThat(there).hasSize(14);
    }
    for (StoredFile file : manifest.files()) {
      byte[] bytes = Files.readAllBytes(directory.resolve(file.name()));
      assertThat(file.bytes()).isEqualTo(bytes.length);
      assertThat(file.checksum())
          .isEqualTo("%016x".formatted(Hashing.xxh3_64().hashBytesToLong(bytes)));
    }
  }

  @Test
  void aBucketOfManySeriesReadsBack() throws IOException {
    List<String> pairs = new ArrayList<>();
    for (int i = 0; i < 50_000; i++) {
      pairs.add("host=%05d".formatted(i));
    }
    pairs.add("zone=a");
    pairs.add("zone=b");
    List<TierFixture.Series> all = new ArrayList<>();
    for (int i = 0; i < 100_000; i++) {
      int host = i % 50_000;
      int[] terms = terms(i / 50_000, 2 + host, 50_002 + host % 2);
      PointBuffer points =
          PointBuffer.of(new long[] {START + i % 5000, START + 60_000}, new double[] {i, i / 10.0});
      all.add(new TierFixture.Series(i, terms, points, rollups(1, i)));
    }
    List<String> metrics = METRICS.subList(0, 2);
    Manifest manifest = TierFixture.write(directory, metrics, pairs, all, true, true);
    assertThat(manifest.series()).isEqualTo(100_000);
    try (var source = new TierBucketSource(directory, manifest)) {
      assertThat(TierFixture.read(source)).isEqualTo(TierFixture.texts(all, true, true));
    }
  }

  @Test
  void aBucketWithoutSeriesIsValid() throws IOException {
    Manifest manifest = TierFixture.write(directory, List.of(), List.of(), List.of(), true, true);
    assertThat(manifest.files()).extracting(StoredFile::name).containsExactly("marker.sst");
    try (var source = new TierBucketSource(directory, manifest)) {
      assertThat(source.termCount()).isZero();
      assertThat(source.next()).isFalse();
    }
  }

  @Test
  void anUnfinishedBucketLeavesNoFiles() throws IOException {
    try (var writer = new TierBucketWriter(directory, BUCKET, true, true)) {
      writer.metric("cpu".getBytes(UTF_8));
      writer.add(1, terms(0), 1, points(3, 1), rollups(1, 1));
    }
    assertThat(directory).isEmptyDirectory();
  }

  @Test
  void errorsNameTheWrongArgument() throws IOException {
    refuses("'a' after 'b'", writer -> metrics(writer, "b", "a"));
    refuses("wanted key=value", writer -> writer.pair("host".getBytes(UTF_8)));
    refuses("termCount is 0", writer -> add(writer, points(1, 1)));
    refuses("terms[0] is 1, wanted a metric", writer -> add(writer, points(1, 1), 1));
    refuses("terms[1] is 0, wanted a pair", writer -> add(writer, points(1, 1), 0, 0));
    refuses("pair of another key", writer -> add(writer, points(1, 1), 0, 1, 2));
    refuses(
        "wanted ones after those of the previous series",
        writer -> {
          add(writer, points(1, 1), 0, 2);
          add(writer, points(1, 1), 0, 1);
        });
    refuses(
        "wanted ascending ones from " + START,
        writer -> add(writer, PointBuffer.of(new long[] {START - 1}, new double[1]), 0));
    refuses(
        "found timestamp %d after %d".formatted(START, START),
        writer -> add(writer, PointBuffer.of(new long[] {START, START}, new double[2]), 0));
  }

  @Test
  void theWriterIsUnusableAfterAnError() throws IOException {
    try (var writer = new TierBucketWriter(directory, BUCKET, true, true)) {
      writer.metric("cpu".getBytes(UTF_8));
      assertThatThrownBy(() -> add(writer, points(1, 1), 7))
          .isInstanceOf(IllegalArgumentException.class);
      assertThatThrownBy(writer::finish).isInstanceOf(IllegalStateException.class);
    }
    assertThat(directory).isEmptyDirectory();
  }

  @Test
  void aMissingDirectoryIsNamed() throws IOException {
    Path missing = directory.resolve("missing");
    try (var writer = new TierBucketWriter(missing, BUCKET, true, true)) {
      assertThatThrownBy(() -> writer.metric("cpu".getBytes(UTF_8)))
          .isInstanceOf(IOException.class)
          .hasMessageContaining("cannot write file=" + missing);
    }
  }

  private static void refuses(String why, Use use) throws IOException {
    Path directory = Files.createTempDirectory("tier");
    try (var writer = new TierBucketWriter(directory, BUCKET, true, true)) {
      assertThatThrownBy(
              () -> {
                if (why.contains("after 'b'") || why.contains("key=value")) {
                  use.with(writer);
                } else {
                  metrics(writer, "cpu");
                  writer.pair("host=a".getBytes(UTF_8));
                  writer.pair("host=b".getBytes(UTF_8));
                  use.with(writer);
                }
              })
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessageContaining(why);
    }
    Files.delete(directory);
  }

  private static void metrics(TierBucketWriter writer, String... metrics) throws IOException {
    for (String metric : metrics) {
      writer.metric(metric.getBytes(UTF_8));
    }
  }

  private static void add(TierBucketWriter writer, PointBuffer points, int... terms)
      throws IOException {
    writer.add(1, terms, terms.length, points, new RollupBuffer());
  }

  private static String text(TierBucketSource source, int number) {
    try {
      return new String(source.term(number), UTF_8);
    } catch (IOException e) {
      throw new AssertionError(Arrays.toString(e.getStackTrace()), e);
    }
  }

  private interface Use {
    void with(TierBucketWriter writer) throws IOException;
  }
}
