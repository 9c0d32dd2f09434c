package goku.format.snapshot;

import static goku.format.snapshot.SnapshotLayout.KIND_BITS;
import static goku.format.snapshot.SnapshotLayout.KIND_MASK;
import static goku.format.snapshot.SnapshotLayout.METRIC;
import static goku.format.snapshot.SnapshotLayout.PAIR;
import static goku.format.snapshot.SnapshotLayout.REMOVED;
import static goku.format.snapshot.SnapshotLayout.SEALED;
import static goku.format.snapshot.SnapshotLayout.SERIES;
import static goku.format.snapshot.SnapshotLayout.STREAM;
import static goku.format.snapshot.SnapshotLayout.STREAMS;

import goku.codec.StreamImage;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.Arrays;
import org.roaringbitmap.InvalidRoaringFormat;
import org.roaringbitmap.RoaringBitmap;

/// A reader that passes the records of one frame at a time to a visitor. Owned by one thread.
final class RecordReader {
  private final SnapshotReader.Visitor visitor;
  private final StreamImage image = new StreamImage();

  /// The terms of the last series. The visitor gets another array, because it may modify that.
  private int[] lastTerms = new int[16];

  private int[] terms = new int[16];
  private int termCount;
  private int seriesCount;
  private long streamCount;
  private boolean hasStreams;
  private long startMillis;
  private int lastSeries;

  RecordReader(SnapshotReader.Visitor visitor) {
    this.visitor = visitor;
  }

  /// Passes all records of a frame to the visitor.
  void read(ByteReader in) {
    while (in.hasMore()) {
      long at = in.offset();
      int begin = in.get();
      int upper = begin >>> KIND_BITS;
      int kind = begin & KIND_MASK;
      int highest = kind == STREAM ? StreamImage.FLAGS : kind == STREAMS ? SEALED : 0;
      if (upper > highest) {
        throw ByteReader.corrupt(at, "a record that begins with " + begin, "a known one");
      }
      switch (kind) {
        case STREAM -> stream(in, at, upper);
        case SERIES -> series(in);
        case METRIC -> {
          visitor.metric(in.getText());
          termCount++;
        }
        case PAIR -> {
          visitor.pair(in.getText());
          termCount++;
        }
        case STREAMS -> streams(in, upper == SEALED);
        case REMOVED -> removed(in, at);
        default -> throw ByteReader.corrupt(at, "a record of kind " + kind, "1 to 6");
      }
    }
  }

  /// Returns the end record that matches the records read so far.
  EndRecord end(int frames) {
    return new EndRecord(frames, termCount, seriesCount, streamCount);
  }

  private void series(ByteReader in) {
    long hash = in.getLong();
    int count = in.getCount(in.left(), "terms");
    if (count > terms.length) {
      terms = new int[Math.max(count, terms.length * 2)];
      lastTerms = Arrays.copyOf(lastTerms, terms.length);
    }
    for (int i = 0; i < count; i++) {
      long at = in.offset();
      long term = lastTerms[i] + in.getZigzag();
      if (term < 0 || term >= termCount) {
        throw ByteReader.corrupt(at, "the term " + term, "one of " + termCount);
      }
      lastTerms[i] = (int) term;
      terms[i] = (int) term;
    }
    visitor.series(hash, terms, count);
    seriesCount++;
  }

  private void removed(ByteReader in, long at) {
    long start = in.getZigzag();
    ByteBuffer serialized = in.slice(in.getCount(in.left(), "bytes of a bitmap"));
    var entries = new RoaringBitmap();
    try {
      entries.deserialize(serialized);
    } catch (IOException | InvalidRoaringFormat e) {
      throw ByteReader.corrupt(at, "removed entries, " + e.getMessage(), "a Roaring bitmap");
    } catch (RuntimeException e) { // the library checks little
      throw ByteReader.corrupt(at, "removed entries, " + e, "a Roaring bitmap");
    }
    visitor.removed(start, entries);
  }

  private void streams(ByteReader in, boolean sealed) {
    startMillis = in.getZigzag();
    hasStreams = true;
    lastSeries = 0;
    visitor.streams(startMillis, sealed);
  }

  private void stream(ByteReader in, long at, int flags) {
    long series = lastSeries + in.getZigzag();
    if (!hasStreams || series < 0 || series >= seriesCount) {
      throw ByteReader.corrupt(
          at,
          "a stream of series " + series + (hasStreams ? "" : " of no bucket"),
          "one of " + seriesCount);
    }
    lastSeries = (int) series;
    StreamRecord.read(in, flags, startMillis, image);
    streamCount++;
    visitor.stream(lastSeries, image);
  }
}
