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
/// The shard's writer appends. Readers that hold a pin look up and read at any time; the entry of
/// the table is stored with release after the stream was made, and loaded with acquire.
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

  @Override
  public void close() {
    blocks.close();
  }

  /// Where the datapoints of the series are; `Blocks.NONE` when there are none.
  public int stream(int slot) {
    MemorySegment page = streams.page(slot);
    return page == null ? Blocks.NONE : (int) STREAM.getAcquire(page, streams.offset(slot));
  }
}
