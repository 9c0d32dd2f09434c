package goku.shortterm.recovery;

import goku.codec.StreamImage;
import goku.format.snapshot.BucketReference;
import goku.format.snapshot.SnapshotInfo;
import goku.format.snapshot.SnapshotWriter;
import goku.index.SeriesIndex;
import goku.index.SeriesTable;
import goku.index.TermDictionary;
import goku.model.NameText;
import goku.shortterm.bucket.BucketPart;
import goku.shortterm.bucket.FinalizedPart;
import goku.shortterm.bucket.SeriesOfMetrics;
import goku.shortterm.bucket.StreamPart;
import goku.shortterm.shard.Shard;
import goku.shortterm.shard.ShardCapture;
import goku.shortterm.shard.ShardCapture.CapturedBucket;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.IntPredicate;

/// The writing of a shard's capture to a snapshot, while the shard's writer continues. The caller
/// holds a pin from before the request of the capture. Used once.
public final class SnapshotTaker {
  private static final int UNKNOWN = -1;

  private final ShardCapture capture;
  private final SeriesIndex index;
  private final SeriesTable series;
  private final TermDictionary terms;
  private final StreamImage image = new StreamImage();

  /// The numbers in the snapshot by term id and by slot.
  private int[] termNumbers = {};

  private final int[] seriesNumbers;
  private int[] name = new int[64];

  public SnapshotTaker(Shard shard, ShardCapture capture) {
    this.capture = capture;
    index = shard.index();
    series = shard.index().series();
    terms = shard.index().terms();
    seriesNumbers = new int[capture.slotLimit()];
    Arrays.fill(seriesNumbers, UNKNOWN);
  }

  /// Returns the info of a capture's snapshot.
  public static SnapshotInfo info(String namespace, int shard, ShardCapture capture) {
    List<BucketReference> files = new ArrayList<>();
    for (CapturedBucket bucket : capture.buckets()) {
      if (!bucket.parts().isEmpty() && bucket.parts().getFirst() instanceof FinalizedPart file) {
        files.add(
            new BucketReference(
                bucket.bucket().startMillis(),
                file.file().info().generation(),
                file.file().checksum()));
      }
    }
    return new SnapshotInfo(
        namespace, shard, capture.offset(), capture.recordMillis(), files, capture.state());
  }

  public void write(Path path, SnapshotInfo info) throws IOException {
    try (var writer = new SnapshotWriter(path, info)) {
      for (CapturedBucket bucket : capture.buckets()) {
        write(bucket, writer);
      }
      writer.finish();
    }
  }

  private void write(CapturedBucket bucket, SnapshotWriter writer) throws IOException {
    long start = bucket.bucket().startMillis();
    if (!bucket.removed().isEmpty()) {
      writer.removed(start, bucket.removed());
    }
    IntPredicate leftOut =
        bucket.leftOut().isEmpty()
            ? slot -> false
            : SeriesOfMetrics.withHashes(index, bucket.leftOut());
    for (BucketPart part : bucket.parts()) {
      if (part instanceof StreamPart streams) {
        boolean sealed = bucket.sealed().contains(part);
        boolean begun = false;
        for (int slot = 0; slot < seriesNumbers.length; slot++) {
          if (streams.image(slot, image) && !(sealed && leftOut.test(slot))) {
            int number = seriesNumber(slot, writer);
            if (!begun) {
              writer.streams(start, sealed);
              begun = true;
            }
            writer.stream(number, image);
          }
        }
        if (sealed && !begun) {
          writer.streams(start, true); // a window without datapoints is being finalized
        }
      }
    }
  }

  private int seriesNumber(int slot, SnapshotWriter writer) throws IOException {
    if (seriesNumbers[slot] == UNKNOWN) {
      int count = series.tags(slot, name);
      if (count >= name.length) {
        name = new int[count + 1];
        series.tags(slot, name);
      }
      System.arraycopy(name, 0, name, 1, count);
      int metric = series.metric(slot);
      name[0] = termNumber(metric);
      if (name[0] == UNKNOWN) {
        name[0] = known(metric, writer.metric(NameText.bytes(terms.text(metric))));
      }
      for (int n = 1; n <= count; n++) {
        int pair = name[n];
        int number = termNumber(pair);
        name[n] =
            number == UNKNOWN ? known(pair, writer.pair(NameText.bytes(terms.text(pair)))) : number;
      }
      seriesNumbers[slot] = writer.series(series.hash(slot), name, count + 1);
    }
    return seriesNumbers[slot];
  }

  private int termNumber(int term) {
    return term < termNumbers.length ? termNumbers[term] : UNKNOWN;
  }

  private int known(int term, int number) {
    if (term >= termNumbers.length) {
      int before = termNumbers.length;
      termNumbers = Arrays.copyOf(termNumbers, Math.max(term + 1, before * 2));
      Arrays.fill(termNumbers, before, termNumbers.length, UNKNOWN);
    }
    termNumbers[term] = number;
    return number;
  }
}
