package goku.shortterm.shard;

import goku.codec.GorillaReader;
import goku.codec.GorillaWriter;
import goku.memory.Blocks;
import goku.memory.MemoryUse;
import goku.memory.Purpose;
import goku.memory.RecordTable;
import goku.memory.SlabPool;
import goku.query.PointBuffer;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.VarHandle;
import java.time.Duration;

/// The datapoints of a shard in one window of two hours (section 4.6.2 of the paper): a stream per
/// series that has any, and a table from slots to streams of 4 bytes a series, whose pages exist
/// only where there are streams. All of it lies in slabs of its own and goes back at once.
///
/// The shard's writer appends, and replaces streams when datapoints are deleted. Readers that hold
/// a pin look up and read at any time; the entry of the table is stored with release after the
/// stream was made, and loaded with acquire.
public final class Bucket implements AutoCloseable {
  public static final Duration WINDOW = Duration.ofHours(2);

  private static final long WINDOW_MILLIS = WINDOW.toMillis();
  private static final VarHandle STREAM =
      ValueLayout.JAVA_INT.varHandle().withInvokeExactBehavior();

  /// 4096 series share a page of 16 KiB.
  private static final int PAGE_SHIFT = 12;

  private final int number;
  private final Blocks blocks;
  private final RecordTable streams;
  private final GorillaWriter writer;
  private final GorillaReader reader;

  /// Streams in the table. Writer only.
  private int streamCount;

  Bucket(int number, SlabPool pool, MemoryUse use) {
    this.number = number;
    blocks = new Blocks(pool, use);
    streams = new RecordTable(blocks, Purpose.SERIES, Integer.BYTES, PAGE_SHIFT);
    writer = new GorillaWriter(blocks, startMillis());
    reader = new GorillaReader(blocks, startMillis());
  }

  /// The number of the bucket that a datapoint belongs to; buckets of later windows have higher
  /// ones.
  public static int numberOf(long timestampMillis) {
    return (int) Math.floorDiv(timestampMillis, WINDOW_MILLIS);
  }

  public int number() {
    return number;
  }

  public long startMillis() {
    return number * WINDOW_MILLIS;
  }

  /// The last millisecond of the window.
  public long lastMillis() {
    return startMillis() + WINDOW_MILLIS - 1;
  }

  /// Appends a datapoint of the window. False, and nothing is changed, when there is no memory.
  boolean append(int slot, long timestampMillis, double value) {
    MemorySegment page = streams.pageForWriting(slot);
    if (page == null) {
      return false;
    }
    long at = streams.offset(slot);
    int stream = page.get(ValueLayout.JAVA_INT, at);
    if (stream == Blocks.NONE) {
      stream = writer.create();
      if (stream == Blocks.NONE) {
        return false;
      }
      STREAM.setRelease(page, at, stream);
      streamCount++;
    }
    return writer.append(stream, timestampMillis, value);
  }

  /// Loads the first bytes of each stream, for the cache alone.
  public long touch(int[] streams) {
    long touched = 0;
    for (int stream : streams) {
      if (stream != Blocks.NONE) {
        touched += reader.touch(stream);
      }
    }
    return touched;
  }

  public boolean has(int slot) {
    return stream(slot) != Blocks.NONE;
  }

  /// Appends the series' datapoints to the buffer, ascending, the last arrival of each timestamp.
  public void read(int slot, PointBuffer into) {
    int stream = stream(slot);
    if (stream != Blocks.NONE) {
      reader.read(stream, into);
    }
  }

  /// The stream of a series; `Blocks.NONE` when it has no datapoint here.
  public int stream(int slot) {
    MemorySegment page = streams.page(slot);
    return page == null ? Blocks.NONE : (int) STREAM.getAcquire(page, streams.offset(slot));
  }

  /// Datapoints in a stream, each arrival counted.
  int count(int stream) {
    return reader.count(stream);
  }

  /// Puts another stream, or none, in the place of the one that the series has. The old one is to
  /// be freed when no reader knows it any more. Writer only.
  void replace(int slot, int stream) {
    MemorySegment page = streams.page(slot);
    if (page == null) {
      throw new IllegalStateException("slot %d has no stream in bucket %d".formatted(slot, number));
    }
    STREAM.setRelease(page, streams.offset(slot), stream);
    streamCount -= stream == Blocks.NONE ? 1 : 0;
  }

  /// A new stream of these datapoints, which no slot leads to yet. It may exceed the budget of
  /// memory: it takes the place of a longer one. Writer only.
  int write(PointBuffer points) {
    blocks.setBeyondBudget(true);
    try {
      int stream = writer.create();
      for (int i = 0; i < points.size(); i++) {
        if (!writer.append(stream, points.timestamps()[i], points.values()[i])) {
          throw new IllegalStateException("bucket %d has no room for blocks".formatted(number));
        }
      }
      return stream;
    } finally {
      blocks.setBeyondBudget(false);
    }
  }

  /// Gives streams back that no reader can know any more. Writer only.
  void free(int[] unreachable) {
    for (int stream : unreachable) {
      writer.free(stream);
    }
  }

  boolean isEmpty() {
    return streamCount == 0;
  }

  @Override
  public void close() {
    blocks.close();
  }
}
