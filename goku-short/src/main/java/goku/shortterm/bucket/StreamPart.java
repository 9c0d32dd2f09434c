package goku.shortterm.bucket;

import goku.codec.GorillaReader;
import goku.codec.GorillaWriter;
import goku.codec.StreamImage;
import goku.memory.Blocks;
import goku.memory.MemoryUse;
import goku.memory.Purpose;
import goku.memory.Reclaimer;
import goku.memory.RecordTable;
import goku.memory.SlabPool;
import goku.model.PointBuffer;
import goku.model.ValueType;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.VarHandle;
import java.util.Arrays;
import java.util.Set;

/// A part of Gorilla streams: one per series with datapoints, and a table of 4 bytes per series
/// from slots to streams, whose pages exist only where there are streams. All of it is in its own
/// slabs and freed at once.
///
/// A table entry is stored with release after its stream was created, and loaded with acquire.
public final class StreamPart implements BucketPart {
  private static final VarHandle STREAM =
      ValueLayout.JAVA_INT.varHandle().withInvokeExactBehavior();

  /// The shift of a page: 4096 series share a page of 16 KiB.
  private static final int PAGE_SHIFT = 12;

  private final Blocks blocks;
  private final RecordTable streams;
  private final GorillaWriter writer;
  private final GorillaReader reader;
  private final TypedStreams typed;

  /// The streams in the table. Writer only, as are all fields below.
  private int streamCount;

  /// Streams that left the table, until `retire`.
  private int[] removed = new int[16];

  private int removedCount;
  private boolean sealed;
  private final HiddenSeries hidden = new HiddenSeries();

  /// @param startMillis the start of the bucket
  StreamPart(long startMillis, SlabPool pool, MemoryUse use) {
    blocks = new Blocks(pool, use);
    streams = new RecordTable(blocks, Purpose.SERIES, Integer.BYTES, PAGE_SHIFT);
    writer = new GorillaWriter(blocks, startMillis);
    reader = new GorillaReader(blocks, startMillis);
    typed = new TypedStreams(writer, reader);
  }

  /// Appends a datapoint of the bucket's window. Returns false if there is no memory; the
  /// datapoints are then unchanged. Writer only.
  ///
  /// @param word the value in the form of its type
  boolean appendToStream(int slot, long timestampMillis, double word, ValueType type) {
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
    if (type == ValueType.PLAIN && !typed.hasLongs()) {
      return writer.append(stream, timestampMillis, word);
    }
    int appended = typed.append(stream, timestampMillis, word, type);
    if (appended != Blocks.NONE && appended != stream) {
      put(slot, appended);
    }
    return appended != Blocks.NONE;
  }

  /// Appends a histogram of the bucket's window to a series that has only histograms. Returns false
  /// if there is no memory; the datapoints are then unchanged. Writer only.
  ///
  /// @param bytes array with the bytes of the histogram
  boolean appendHistogram(int slot, long timestampMillis, byte[] bytes, int from, int length) {
    MemorySegment page = streams.pageForWriting(slot);
    if (page == null) {
      return false;
    }
    long at = streams.offset(slot);
    int stream = page.get(ValueLayout.JAVA_INT, at);
    if (stream == Blocks.NONE) {
      stream = typed.histograms().create();
      if (stream == Blocks.NONE) {
        return false;
      }
      STREAM.setRelease(page, at, stream);
      streamCount++;
    }
    return typed.histograms().append(stream, timestampMillis, bytes, from, length);
  }

  /// Replaces the series' stream by one of these datapoints. It may exceed the memory budget,
  /// because the replaced stream is longer. Writer only.
  void rewrite(int slot, PointBuffer points) {
    blocks.setBeyondBudget(true);
    try {
      int stream = typed.create(points, points.type());
      if (stream == Blocks.NONE) {
        throw new IllegalStateException("no room for blocks beyond the budget");
      }
      put(slot, stream);
    } finally {
      blocks.setBeyondBudget(false);
    }
  }

  /// Copies the series' stream while it may grow; of a sealed part, the stream as it was then.
  /// Returns false if there is none. Any thread with a pin.
  public boolean image(int slot, StreamImage into) {
    int stream = streamForFile(slot);
    return stream != Blocks.NONE && reader.image(stream, into);
  }

  /// Restores the stream of a series that has none. Returns false if there is no memory. Writer
  /// only.
  public boolean restore(int slot, StreamImage image) {
    MemorySegment page = streams.pageForWriting(slot);
    int stream = page == null ? Blocks.NONE : writer.restore(image);
    if (page == null || stream == Blocks.NONE) {
      return false;
    }
    typed.restored(image.type());
    STREAM.setRelease(page, streams.offset(slot), stream);
    streamCount++;
    return true;
  }

  @Override
  public boolean has(int slot) {
    return stream(slot) != Blocks.NONE;
  }

  @Override
  public boolean read(int slot, PointBuffer into) {
    int stream = stream(slot);
    return stream != Blocks.NONE && reader.readArrivals(stream, into);
  }

  @Override
  public int count(int slot) {
    int stream = stream(slot);
    return stream == Blocks.NONE ? 0 : reader.count(stream);
  }

  @Override
  public long bytes(int slot) {
    int stream = stream(slot);
    return stream == Blocks.NONE ? 0 : reader.bytes(stream);
  }

  @Override
  public long touch(int[] slots, int count, int[] scratch) {
    for (int i = 0; i < count; i++) {
      scratch[i] = stream(slots[i]);
    }
    long touched = 0;
    for (int i = 0; i < count; i++) {
      if (scratch[i] != Blocks.NONE) {
        touched += reader.touch(scratch[i]);
      }
    }
    for (int i = 0; i < count; i++) {
      if (scratch[i] != Blocks.NONE) {
        touched += reader.touchSecond(scratch[i]);
      }
    }
    return touched;
  }

  @Override
  public boolean isEmpty() {
    return streamCount == 0;
  }

  @Override
  public void remove(int slot) {
    int stream = stream(slot);
    if (stream == Blocks.NONE) {
      return;
    }
    if (sealed) {
      hidden.add(slot, stream); // before readers no longer find it
    }
    put(slot, Blocks.NONE);
  }

  @Override
  public void seal() {
    sealed = true;
  }

  @Override
  public boolean hasForFile(int slot) {
    return streamForFile(slot) != Blocks.NONE;
  }

  @Override
  public boolean readForFile(int slot, PointBuffer into) {
    int stream = streamForFile(slot);
    return stream != Blocks.NONE && reader.readArrivals(stream, into);
  }

  @Override
  public Set<Integer> hidden() {
    return hidden.slots();
  }

  /// Lets the reclaimer free removed and replaced streams. Writer only.
  void retire(Reclaimer reclaimer) {
    if (removedCount > 0) {
      int[] unreachable = Arrays.copyOf(removed, removedCount);
      removedCount = 0;
      reclaimer.retire(
          () -> {
            for (int stream : unreachable) {
              writer.free(stream);
            }
          });
    }
  }

  @Override
  public void close() {
    blocks.close();
  }

  private int streamForFile(int slot) {
    int stream = stream(slot);
    return stream == Blocks.NONE ? hidden.value(slot) : stream;
  }

  private int stream(int slot) {
    MemorySegment page = streams.page(slot);
    return page == null ? Blocks.NONE : (int) STREAM.getAcquire(page, streams.offset(slot));
  }

  private void put(int slot, int stream) {
    MemorySegment page = streams.pageForWriting(slot);
    if (page == null) {
      throw new IllegalStateException("no room for a page beyond the budget");
    }
    long at = streams.offset(slot);
    int old = page.get(ValueLayout.JAVA_INT, at);
    STREAM.setRelease(page, at, stream);
    streamCount += (stream == Blocks.NONE ? 0 : 1) - (old == Blocks.NONE ? 0 : 1);
    if (old != Blocks.NONE && !sealed) {
      if (removedCount == removed.length) {
        removed = Arrays.copyOf(removed, removedCount * 2);
      }
      removed[removedCount++] = old;
    }
  }
}
