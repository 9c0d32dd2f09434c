package goku.standalone.inspect;

import goku.codec.StreamImage;
import goku.format.snapshot.BucketReference;
import goku.format.snapshot.SnapshotInfo;
import goku.format.snapshot.SnapshotLog;
import goku.format.snapshot.SnapshotReader;
import goku.format.snapshot.SnapshotState;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.roaringbitmap.RoaringBitmap;

/// A snapshot of a shard. The whole file is read, so that an incomplete one is rejected.
final class SnapshotKind implements FileKind {
  private static final int BEGIN_BYTES = 16;

  @Override
  public String name() {
    return "a snapshot of a shard";
  }

  @Override
  public boolean recognises(Path file) throws IOException {
    try (var in = Files.newInputStream(file)) {
      return SnapshotReader.isSnapshot(in.readNBytes(BEGIN_BYTES));
    }
  }

  @Override
  public String describe(Path file) throws IOException {
    SnapshotInfo info = SnapshotReader.info(file);
    var content = new Content();
    SnapshotReader.read(file, content);
    var text =
        new StringBuilder(
            """
            snapshot of namespace %s, shard %d, of %d bytes
              up to offset %d of the log, at %s
              %d metrics, %d pairs of key and value, %d series with %d terms
            """
                .formatted(
                    info.namespace(),
                    info.shard(),
                    Files.size(file),
                    info.offset(),
                    Instant.ofEpochMilli(info.recordMillis()),
                    content.metrics,
                    content.pairs,
                    content.series,
                    content.terms));
    info.state().ifPresent(state -> text.append(line(state)));
    info.buckets().forEach(bucket -> text.append(line(bucket)));
    content.lines.forEach(text::append);
    content.streams.forEach(streams -> text.append(streams.line()));
    return text.toString();
  }

  private static String line(SnapshotState state) {
    return "  number %d, of log %s, leader epoch %s, windows from %s on, holes: %s%n"
        .formatted(
            state.number(),
            state.log().id(),
            epoch(state.log().leaderEpoch()),
            Instant.ofEpochMilli(state.oldestMillis()),
            state.holes().isEmpty() ? "none" : state.holes());
  }

  private static String epoch(int leaderEpoch) {
    return leaderEpoch == SnapshotLog.NO_EPOCH ? "unknown" : Integer.toString(leaderEpoch);
  }

  private static String line(BucketReference bucket) {
    return "  with the file of bucket %s, generation %d, checksum %016x%n"
        .formatted(
            Instant.ofEpochMilli(bucket.startMillis()), bucket.generation(), bucket.checksum());
  }

  /// The counts of the snapshot's content.
  private static final class Content implements SnapshotReader.Visitor {
    private final List<String> lines = new ArrayList<>();
    private final List<Streams> streams = new ArrayList<>();
    private long metrics;
    private long pairs;
    private long series;
    private long terms;

    @Override
    public void metric(byte[] utf8) {
      metrics++;
    }

    @Override
    public void pair(byte[] utf8) {
      pairs++;
    }

    @Override
    public void series(long hash, int[] terms, int termCount) {
      series++;
      this.terms += termCount;
    }

    @Override
    public void removed(long startMillis, RoaringBitmap entries) {
      lines.add(
          "  without %d entries of the file of bucket %s%n"
              .formatted(entries.getLongCardinality(), Instant.ofEpochMilli(startMillis)));
    }

    @Override
    public void streams(long startMillis, boolean sealed) {
      streams.add(new Streams(startMillis, sealed));
    }

    @Override
    public void stream(int series, StreamImage image) {
      streams.getLast().add(image);
    }
  }

  /// The streams of a bucket that were started together.
  private static final class Streams {
    private final long startMillis;
    private final boolean sealed;
    private long count;
    private long points;
    private long bits;

    Streams(long startMillis, boolean sealed) {
      this.startMillis = startMillis;
      this.sealed = sealed;
    }

    void add(StreamImage image) {
      count++;
      points += image.count();
      bits += image.bits();
    }

    String line() {
      return "  %d %s streams of bucket %s: %d datapoints in %d bytes%n"
          .formatted(
              count,
              sealed ? "sealed" : "active",
              Instant.ofEpochMilli(startMillis),
              points,
              bits / Byte.SIZE);
    }
  }
}
