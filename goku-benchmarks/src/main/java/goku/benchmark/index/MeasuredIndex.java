package goku.benchmark.index;

import static java.nio.charset.StandardCharsets.UTF_8;

import goku.index.SeriesIndex;
import goku.memory.Blocks;
import goku.memory.MemoryUse;
import goku.memory.Reclaimer;
import goku.memory.SlabPool;
import goku.model.SeriesName;
import java.lang.management.ManagementFactory;
import java.util.HashSet;
import java.util.Random;
import java.util.Set;
import java.util.stream.IntStream;

/// An index that is filled with generated names and measured. Times are CPU time of this thread.
final class MeasuredIndex implements AutoCloseable {
  private static final long POOL_BYTES = 8L << 30;

  /// The number of names that exist at a time. They are created outside of the timed part.
  private static final int CHUNK = 1 << 16;

  private static final int LONG_COMPONENT = 16;

  record Result(
      int series,
      long nameBytes,
      long longComponentBytes,
      int terms,
      MemoryUse use,
      long heapBytes,
      long slabBytes,
      double addSeconds,
      double findSeconds,
      double loadNanos,
      double reloadNanos) {}

  private final NameGenerator names;
  private final int series;
  private final int[] order;
  private final SlabPool pool = new SlabPool(POOL_BYTES);
  private final MemoryUse use = new MemoryUse(Long.MAX_VALUE);
  private final Blocks blocks = new Blocks(pool, use);
  private long nameBytes;
  private long longComponentBytes;

  MeasuredIndex(NameGenerator names, int series, boolean shuffled) {
    this.names = names;
    this.series = series;
    order = IntStream.range(0, series).toArray();
    if (shuffled) {
      shuffle();
    }
  }

  Result run() {
    int terms = measureNames();
    long heapBefore = heapBytes();
    var index = new SeriesIndex(blocks, use, new Reclaimer());
    double add = seconds(index, true);
    index.settle();
    long heapBytes = heapBytes() - heapBefore;
    shuffle(); // so that neighbours are not neighbours in memory
    double find = seconds(index, false);
    if (index.size() != series) {
      throw new IllegalStateException("%d of %d series".formatted(index.size(), series));
    }
    long slabBytes = pool.usedBytes();
    double[] load = new LoadedIndex(pool, index).nanosASeries();
    return new Result(
        series,
        nameBytes,
        longComponentBytes,
        terms,
        use,
        heapBytes,
        slabBytes,
        add,
        find,
        load[0],
        load[1]);
  }

  /// Returns how many components differ.
  private int measureNames() {
    Set<String> terms = new HashSet<>();
    for (int n = 0; n < series; n++) {
      byte[] name = names.name(n);
      nameBytes += name.length;
      int start = 0;
      for (int i = 0; i <= name.length; i++) {
        if (i == name.length || name[i] == ' ') {
          terms.add(new String(name, start, i - start, UTF_8));
          longComponentBytes += i - start > LONG_COMPONENT ? i - start : 0;
          start = i + 1;
        }
      }
    }
    return terms.size();
  }

  private double seconds(SeriesIndex index, boolean add) {
    var threads = ManagementFactory.getThreadMXBean();
    byte[][] chunk = new byte[CHUNK][];
    long[] hashes = new long[CHUNK];
    long nanos = 0;
    for (int from = 0; from < series; from += CHUNK) {
      int count = Math.min(CHUNK, series - from);
      for (int i = 0; i < count; i++) {
        chunk[i] = names.name(order[from + i]);
        hashes[i] = SeriesName.ofCanonical(chunk[i]).hash();
      }
      long start = threads.getCurrentThreadCpuTime();
      for (int i = 0; i < count; i++) {
        byte[] name = chunk[i];
        int slot = index.find(hashes[i], name, 0, name.length);
        if ((slot == SeriesIndex.NONE) != add) {
          throw new IllegalStateException(new String(name, UTF_8));
        }
        if (add && index.add(hashes[i], name, 0, name.length) < 0) {
          throw new IllegalStateException("refused");
        }
      }
      nanos += threads.getCurrentThreadCpuTime() - start;
    }
    return nanos / 1e9;
  }

  private void shuffle() {
    var random = new Random(42);
    for (int i = series - 1; i > 0; i--) {
      int other = random.nextInt(i + 1);
      int swapped = order[i];
      order[i] = order[other];
      order[other] = swapped;
    }
  }

  /// Returns the heap in use after all garbage was collected.
  private static long heapBytes() {
    for (int i = 0; i < 3; i++) {
      System.gc();
    }
    return ManagementFactory.getMemoryMXBean().getHeapMemoryUsage().getUsed();
  }

  @Override
  public void close() {
    blocks.close();
    pool.close();
  }
}
