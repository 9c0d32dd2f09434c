package goku.standalone.inspect;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import goku.codec.StreamImage;
import goku.config.ConfigProblems;
import goku.format.bucket.BucketCoverage;
import goku.format.bucket.BucketFileWriter;
import goku.format.bucket.BucketInfo;
import goku.format.delete.DeleteRecord;
import goku.format.delete.DeleteWriter;
import goku.format.snapshot.BucketReference;
import goku.format.snapshot.SnapshotInfo;
import goku.format.snapshot.SnapshotLog;
import goku.format.snapshot.SnapshotState;
import goku.format.snapshot.SnapshotWriter;
import goku.model.Hole;
import goku.model.HoleCause;
import goku.model.Holes;
import goku.model.PointBuffer;
import goku.model.TagFilter;
import goku.model.TimeRange;
import goku.standalone.StandaloneConfig;
import goku.standalone.agent.AgentConfig;
import goku.tier.Manifest;
import goku.tier.ShuffleMarker;
import goku.tier.StoredFile;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.roaringbitmap.RoaringBitmap;
import picocli.CommandLine;

class InspectCommandTest {
  private static final DeleteRecord DELETE =
      new DeleteRecord(
          "sys.cpu",
          List.of(
              new TagFilter.LiteralOr("host", Set.of("a"), false, true, false),
              new TagFilter.NotKey("rack")),
          true,
          new TimeRange(1_700_000_000_000L, 1_700_000_009_999L));

  private final StringWriter out = new StringWriter();
  private final StringWriter err = new StringWriter();

  private static final UUID LOG = new UUID(1, 2);

  @TempDir Path directory;

  @Test
  void tellsNamespaces() {
    assertThat(inspect(Path.of("src/main/resources/namespaces.yaml"))).isZero();
    assertThat(out.toString())
        .contains("namespace ns1 (default)", "up to 2h late, keeps them in memory for 1d")
        .contains("raw for 24d, every 15m for 80d, every 1h for 384d")
        .contains("topic goku-ns1 with 4 partitions", "claims what no other does");
  }

  @Test
  void tellsAConfigurationWithItsDefaults() throws IOException {
    assertThat(inspect(file("a.yaml", "topic: t\n"))).isZero();
    assertThat(out.toString()).contains("configuration of goku agent", "topic: t", "interval: 10s");
  }

  @Test
  void tellsTheMarkerOfABucketOfATier() throws IOException {
    var manifest =
        new Manifest(
            Manifest.VERSION,
            "ns1",
            12,
            1,
            1_700_006_400_000L,
            21_600_000,
            2,
            true,
            900_000,
            3,
            1080,
            List.of("shuffled/00004/1700006400-1/complete.json"),
            List.of(new StoredFile("000.sst", 4096, "00000000c0ffee00")));
    Path file = Files.write(directory.resolve("complete.json"), manifest.toBytes());
    assertThat(inspect(file)).isZero();
    assertThat(out.toString())
        .isEqualTo(
            """
            complete bucket of tier 1, namespace ns1, shard 12, generation 2
              from 2023-11-15T00:00:00Z for 6h
              3 series, 1080 raw datapoints, rollups of 15m
              1 files:
                000.sst, 4096 bytes, XXH3 00000000c0ffee00
              made of 1 inputs:
                shuffled/00004/1700006400-1/complete.json
            """);
  }

  @Test
  void tellsTheMarkerOfAShuffledBucket() throws IOException {
    var marker =
        new ShuffleMarker(
            ShuffleMarker.VERSION, "ns1", 7, 1_700_006_400_000L, 7_200_000, 2, 4, 2, List.of());
    Path file = Files.write(directory.resolve("complete.json"), marker.toBytes());
    assertThat(inspect(file)).isZero();
    assertThat(out.toString())
        .contains("complete shuffled bucket of namespace ns1, shard 7 in memory, generation 2")
        .contains("from 2023-11-15T00:00:00Z for 2h", "for 4 shard groups of 2 on disk");
  }

  @Test
  void saysOfAMarkerOfALaterVersionThatItIsTooNew() throws IOException {
    Path file = file("complete.json", "{\"version\": 3, \"generation\": 1, \"files\": []}");
    assertThat(inspect(file)).isOne();
    assertThat(err.toString()).contains("version 3", "at most 2");
  }

  @Test
  void tellsAnEmptyBucket() throws IOException {
    Path file = directory.resolve("bucket-1700006400-1.goku");
    var info = new BucketInfo("ns1", 7, 1_700_006_400_000L, 7_200_000, 1);
    try (var writer = new BucketFileWriter(file, info, List.of(), List.of())) {
      writer.finish();
    }
    assertThat(inspect(file)).isZero();
    assertThat(out.toString())
        .contains(
            "0 series, 0 datapoints", "no datapoints in the window", "every checksum is right");
  }

  @Test
  void tellsWhatIsWrongByTheLikeliestCommand() throws IOException {
    Path file = file("a.yaml", "data: x\nkafka-port: 1\nnamespaces: n.yaml\nstrct: true\n");
    assertThatThrownBy(() -> new ConfigKind(records()).describe(file))
        .isInstanceOf(ConfigProblems.class)
        .hasMessageContaining(":4: strct: is not known; did you mean 'strict'?");
  }

  @Test
  void tellsADelete() throws IOException {
    assertThat(inspect(Files.write(directory.resolve("a.bin"), DeleteWriter.write(DELETE))))
        .isZero();
    assertThat(out.toString())
        .contains("delete of metric sys.cpu")
        .contains("from 2023-11-14T22:13:20Z to 2023-11-14T22:13:29.999Z, both inclusive")
        .contains("of series where host is none of a and rack is not there, and no other tag keys");
  }

  @Test
  void tellsWhereADeleteIsBroken() throws IOException {
    byte[] cut = Arrays.copyOf(DeleteWriter.write(DELETE), 20);
    assertThat(inspect(Files.write(directory.resolve("a.bin"), cut))).isEqualTo(1);
    assertThat(err.toString()).contains("a.bin: delete at offset 0: found 20 bytes");
    assertThat(inspect(file("text", "Dear reader"))).isEqualTo(1);
    assertThat(err.toString()).contains("unknown kind of file");
  }

  @Test
  void tellsABucket() throws IOException {
    assertThat(inspect(bucket())).isZero();
    assertThat(out.toString())
        .contains("bucket of namespace ns1, shard 7, generation 1")
        .contains("from 2023-11-14T22:00:00Z for 2h")
        .contains("complete up to offset 9 of log 00000000-0000-0001-0000-000000000002")
        .contains("25 series, 50 datapoints, 1 distinct columns of timestamps")
        .contains("1 metrics, 25 pairs of tags", "every checksum is right")
        .contains("a datapoint: header 256, terms ")
        .contains(
            "cpu host=03: 2 datapoints from 2023-11-14T22:00:00Z 3.0 to 2023-11-14T22:01:00Z NaN")
        .contains("and 5 more series")
        .doesNotContain("host=20");
  }

  @Test
  void tellsWhereABucketIsBroken() throws IOException {
    Path file = bucket();
    byte[] bytes = Files.readAllBytes(file);
    bytes[bytes.length / 2] ^= 1;
    assertThat(inspect(Files.write(file, bytes))).isEqualTo(1);
    assertThat(err.toString()).contains("a.bucket: bucket file at offset ");
  }

  @Test
  void tellsASnapshot() throws IOException {
    assertThat(inspect(snapshot())).isZero();
    assertThat(out.toString().lines())
        .containsExactly(
            "snapshot of namespace ns1, shard 3, of %d bytes".formatted(Files.size(snapshot())),
            "  up to offset 77 of the log, at 2023-11-15T00:01:40Z",
            "  1 metrics, 1 pairs of key and value, 1 series with 2 terms",
            "  number 78, of log 00000000-0000-0001-0000-000000000002, leader epoch 6, windows"
                + " from 2023-11-14T22:00:00Z on, holes: 1700000000000-1700000060000 log-lost",
            "  with the file of bucket 2023-11-14T22:00:00Z, generation 2, checksum"
                + " 00000000000000ff",
            "  without 2 entries of the file of bucket 2023-11-14T22:00:00Z",
            "  1 sealed streams of bucket 2023-11-14T22:00:00Z: 3 datapoints in 8 bytes",
            "  0 active streams of bucket 2023-11-15T00:00:00Z: 0 datapoints in 0 bytes");
  }

  @Test
  void tellsWhereASnapshotIsBroken() throws IOException {
    byte[] whole = Files.readAllBytes(snapshot());
    Path cut = Files.write(directory.resolve("b"), Arrays.copyOf(whole, whole.length - 1));
    assertThat(inspect(cut)).isEqualTo(1);
    assertThat(err.toString()).contains("b: snapshot at offset", "bytes of a frame");
    assertThat(out.toString()).isEmpty();
  }

  private Path snapshot() throws IOException {
    long start = 1_700_006_400_000L - 7_200_000;
    Path file = directory.resolve("a.snapshot");
    var buckets = List.of(new BucketReference(start, 2, 255));
    var state =
        new SnapshotState(
            78,
            new SnapshotLog(LOG, 5, 90, 6),
            start,
            Holes.of(new Hole(1_700_000_000_000L, 1_700_000_060_000L, HoleCause.LOG_LOST)),
            List.of(),
            List.of());
    var info = new SnapshotInfo("ns1", 3, 77, start + 7_300_000, buckets, Optional.of(state));
    try (var writer = new SnapshotWriter(file, info)) {
      int metric = writer.metric("cpu".getBytes(UTF_8));
      int pair = writer.pair("host=a".getBytes(UTF_8));
      int series = writer.series(5, new int[] {metric, pair}, 2);
      writer.removed(start, RoaringBitmap.bitmapOf(4, 5));
      writer.streams(start, true);
      var image = new StreamImage();
      image.begin(3, 64);
      writer.stream(series, image);
      writer.streams(start + 7_200_000, false);
      writer.finish();
    }
    return file;
  }

  @Test
  void refusesWhatItDoesNotKnow() throws IOException {
    assertThat(inspect(file("a.bin", "x"))).isEqualTo(1);
    assertThat(err.toString())
        .contains("unknown kind of file", "a namespaces file", "a configuration file");
    assertThat(inspect(directory.resolve("none.yaml"))).isEqualTo(1);
    assertThat(err.toString()).contains("none.yaml: cannot be read as a file");
  }

  private Path bucket() throws IOException {
    Path file = directory.resolve("a.bucket");
    long start = 1_699_999_200_000L;
    var coverage = new BucketCoverage(LOG, 9, BucketCoverage.Kind.COMPLETE);
    var info = new BucketInfo("ns1", 7, start, 7_200_000, 1, coverage);
    List<byte[]> hosts =
        IntStream.range(0, 25).mapToObj(i -> "host=%02d".formatted(i).getBytes(UTF_8)).toList();
    List<byte[]> metrics = List.of("cpu".getBytes(UTF_8));
    try (var writer = new BucketFileWriter(file, info, metrics, hosts)) {
      for (int i = 0; i < 25; i++) {
        var points =
            PointBuffer.of(new long[] {start, start + 60_000}, new double[] {i, Double.NaN});
        writer.add(i, new int[] {0, 1 + i}, 2, points);
      }
      writer.finish();
    }
    return file;
  }

  private int inspect(Path file) {
    var line = new CommandLine(new InspectCommand(records()));
    line.setOut(new PrintWriter(out, true)).setErr(new PrintWriter(err, true));
    return line.execute(file.toString());
  }

  private static Map<String, Class<? extends Record>> records() {
    return Map.of("agent", AgentConfig.class, "standalone", StandaloneConfig.class);
  }

  private Path file(String name, String text) throws IOException {
    return Files.writeString(directory.resolve(name), text);
  }
}
