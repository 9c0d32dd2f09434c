package goku.client;

import java.io.ByteArrayOutputStream;
import java.util.ArrayDeque;
import java.util.Deque;
import org.jspecify.annotations.Nullable;

/// A buffer that gathers lines into records. All lines of a series are in one lane, and each lane
/// keeps its order. A record is ready when the next line does not fit, or when its first line has
/// waited long enough. Not thread-safe.
final class LineBatches {
  /// The number of keys. Enough to spread over partitions, and few enough that records fill up.
  static final int LANES = 16;

  private final int recordBytes;
  private final long lingerNanos;
  private final Lane[] lanes = new Lane[LANES];
  private final Deque<Batch> ready = new ArrayDeque<>();

  /// The value of a record: lines separated by line feeds.
  ///
  /// @param charged bytes of its lines, each with its line feed
  @SuppressWarnings("ArrayRecordComponent") // never compared
  record Batch(int lane, byte[] value, int lines, int charged) {}

  LineBatches(int recordBytes, long lingerNanos) {
    this.recordBytes = recordBytes;
    this.lingerNanos = lingerNanos;
    for (int i = 0; i < LANES; i++) {
      lanes[i] = new Lane(i);
    }
  }

  /// Returns the bytes that a line takes in the buffer.
  static int charge(byte[] line) {
    return line.length + 1;
  }

  boolean fits(byte[] line) {
    return line.length <= recordBytes;
  }

  /// Adds a line to its lane.
  ///
  /// @param line a line that fits into a record
  /// @param seriesHash the same for all lines of a series
  /// @return whether `nanosUntilNext` may have become smaller
  boolean add(byte[] line, int seriesHash, long nowNanos) {
    Lane lane = lanes[Math.floorMod(seriesHash, LANES)];
    if (lane.lines > 0 && lane.bytes.size() + charge(line) > recordBytes) {
      ready.add(lane.take());
    }
    lane.add(line, nowNanos);
    return lane.lines == 1;
  }

  /// Makes all open records ready.
  void finish() {
    for (Lane lane : lanes) {
      if (lane.lines > 0) {
        ready.add(lane.take());
      }
    }
  }

  /// Returns the next record that is ready, or null.
  @Nullable Batch next(long nowNanos) {
    for (Lane lane : lanes) {
      if (lane.lines > 0 && nowNanos - lane.sinceNanos >= lingerNanos) {
        ready.add(lane.take());
      }
    }
    return ready.poll();
  }

  /// Returns the time until a record is ready if nothing is added; `Long.MAX_VALUE` without any
  /// record.
  long nanosUntilNext(long nowNanos) {
    long wait = ready.isEmpty() ? Long.MAX_VALUE : 0;
    for (Lane lane : lanes) {
      if (lane.lines > 0) {
        wait = Math.min(wait, Math.max(0, lingerNanos - (nowNanos - lane.sinceNanos)));
      }
    }
    return wait;
  }

  private static final class Lane {
    private final int number;
    private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    private int lines;
    private long sinceNanos;

    Lane(int number) {
      this.number = number;
    }

    void add(byte[] line, long nowNanos) {
      if (lines == 0) {
        sinceNanos = nowNanos;
      } else {
        bytes.write('\n');
      }
      bytes.write(line, 0, line.length);
      lines++;
    }

    Batch take() {
      var batch = new Batch(number, bytes.toByteArray(), lines, bytes.size() + 1);
      bytes.reset();
      lines = 0;
      return batch;
    }
  }
}
