package goku.shortterm.backup;

import goku.format.CorruptException;
import goku.format.TruncatedException;
import goku.format.bucket.BucketInfo;
import goku.format.snapshot.BucketReference;
import goku.format.snapshot.SnapshotInfo;
import goku.format.snapshot.SnapshotLog;
import goku.format.snapshot.SnapshotState;
import goku.model.Hole;
import goku.model.HoleCause;
import goku.model.Holes;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.zip.CRC32;

/// Files that are easy to make and to break: a line that says what they are, then their payload.
final class FakeFormats implements FileChecks {
  /// A line and the content after it.
  private record Split(List<String> words, String payload) {
    static Split of(byte[] file) {
      String text = new String(file, StandardCharsets.UTF_8);
      int end = text.indexOf('\n');
      if (end < 0) {
        throw new TruncatedException("fake", file.length, "its end", "a line");
      }
      return new Split(List.of(text.substring(0, end).split(" ")), text.substring(end + 1));
    }

    void checkLength(int wanted) {
      if (payload.length() < wanted) {
        throw new TruncatedException("fake", payload.length(), "its end", wanted + " bytes");
      }
    }
  }

  static void writeBucket(Path file, BucketInfo info, String payload) throws IOException {
    String line =
        "%s %d %d %d %d %d %d\n"
            .formatted(
                info.namespace(),
                info.shard(),
                info.startMillis(),
                info.lengthMillis(),
                info.generation(),
                payload.length(),
                crc(payload.getBytes(StandardCharsets.UTF_8)));
    Files.writeString(file, line + payload);
  }

  static void writeSnapshot(Path file, SnapshotInfo info, String payload) throws IOException {
    var line = new StringBuilder();
    line.append(
        "%s %d %d %d %d"
            .formatted(
                info.namespace(),
                info.shard(),
                info.offset(),
                info.recordMillis(),
                payload.length()));
    for (BucketReference each : info.buckets()) {
      line.append(" %d %d %d".formatted(each.startMillis(), each.generation(), each.checksum()));
    }
    info.state().ifPresent(state -> line.append(" | ").append(words(state)));
    Files.writeString(file, line + "\n" + payload);
  }

  private static String words(SnapshotState state) {
    var words = new StringBuilder();
    words.append("%d %s %d".formatted(state.number(), state.log().id(), state.oldestMillis()));
    for (Hole hole : state.holes().all()) {
      words.append(
          " %d %d %s".formatted(hole.startMillis(), hole.endMillis(), hole.cause().name()));
    }
    return words.toString();
  }

  private static SnapshotState state(List<String> words) {
    List<Hole> holes = new ArrayList<>();
    for (int i = 3; i < words.size(); i += 3) {
      holes.add(
          new Hole(
              Long.parseLong(words.get(i)),
              Long.parseLong(words.get(i + 1)),
              HoleCause.valueOf(words.get(i + 2))));
    }
    var log = new SnapshotLog(UUID.fromString(words.get(1)), 0, -1);
    return new SnapshotState(
        Long.parseLong(words.get(0)),
        log,
        Long.parseLong(words.get(2)),
        Holes.of(holes),
        List.of(),
        List.of());
  }

  @Override
  public BucketContent openBucket(Path file) throws IOException {
    byte[] bytes = Files.readAllBytes(file);
    Split split = Split.of(bytes);
    List<String> words = split.words();
    split.checkLength(Integer.parseInt(words.get(5)));
    var info =
        new BucketInfo(
            words.get(0),
            Integer.parseInt(words.get(1)),
            Long.parseLong(words.get(2)),
            Long.parseLong(words.get(3)),
            Integer.parseInt(words.get(4)));
    return new FakeBucket(
        info,
        bytes,
        Long.parseLong(words.get(6)),
        split.payload().getBytes(StandardCharsets.UTF_8));
  }

  @Override
  public SnapshotInfo snapshotInfo(Path file) throws IOException {
    List<String> words = Split.of(Files.readAllBytes(file)).words();
    List<BucketReference> buckets = new ArrayList<>();
    int bar = words.indexOf("|");
    int end = bar < 0 ? words.size() : bar;
    for (int i = 5; i < end; i += 3) {
      buckets.add(
          new BucketReference(
              Long.parseLong(words.get(i)),
              Integer.parseInt(words.get(i + 1)),
              Long.parseLong(words.get(i + 2))));
    }
    return new SnapshotInfo(
        words.get(0),
        Integer.parseInt(words.get(1)),
        Long.parseLong(words.get(2)),
        Long.parseLong(words.get(3)),
        buckets,
        bar < 0 ? Optional.empty() : Optional.of(state(words.subList(bar + 1, words.size()))));
  }

  @Override
  public void verifySnapshot(Path file) throws IOException {
    Split split = Split.of(Files.readAllBytes(file));
    split.checkLength(Integer.parseInt(split.words().get(4)));
  }

  private static long crc(byte[] bytes) {
    var crc = new CRC32();
    crc.update(bytes);
    return crc.getValue();
  }

  /// A bucket whose bytes in memory stand for the mapping.
  private static final class FakeBucket implements BucketContent {
    private final BucketInfo info;
    private final byte[] bytes;
    private final long checksum;
    private final byte[] payload;
    private boolean closed;
    private volatile boolean damaged;
    private volatile Runnable onDamage = () -> {};

    FakeBucket(BucketInfo info, byte[] bytes, long checksum, byte[] payload) {
      this.info = info;
      this.bytes = bytes;
      this.checksum = checksum;
      this.payload = payload;
    }

    @Override
    public BucketInfo info() {
      checkOpen();
      return info;
    }

    @Override
    public long bytes() {
      checkOpen();
      return bytes.length;
    }

    @Override
    public long checksum() {
      checkOpen();
      return checksum;
    }

    @Override
    public int series() {
      return 3;
    }

    @Override
    public long points() {
      return 360;
    }

    @Override
    public boolean verifySome() {
      damaged |= crc(payload) != checksum;
      if (damaged) {
        onDamage.run();
      }
      return false;
    }

    @Override
    public boolean isDamaged() {
      return damaged;
    }

    @Override
    public void onDamage(Runnable listener) {
      onDamage = listener;
    }

    @Override
    public void replace(Path copy) throws IOException {
      try (BucketContent good = new FakeFormats().openBucket(copy)) {
        good.verify();
        if (good.checksum() != checksum) {
          throw new CorruptException("fake", 0, "checksum " + good.checksum(), "" + checksum);
        }
      }
      damaged = false;
    }

    @Override
    public void verify() {
      checkOpen();
      if (crc(payload) != checksum) {
        throw new CorruptException("fake", 0, "checksum " + crc(payload), "" + checksum);
      }
    }

    @Override
    public void copyTo(Path file) throws IOException {
      verify();
      Files.write(file, bytes);
    }

    @Override
    public void close() {
      closed = true;
    }

    private void checkOpen() {
      if (closed) {
        throw new IllegalStateException("closed");
      }
    }
  }
}
