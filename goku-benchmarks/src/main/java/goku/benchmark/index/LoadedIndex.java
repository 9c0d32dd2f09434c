package goku.benchmark.index;

import static java.nio.charset.StandardCharsets.UTF_8;

import goku.index.IndexLoader;
import goku.index.SeriesIndex;
import goku.memory.Blocks;
import goku.memory.MemoryUse;
import goku.memory.Reclaimer;
import goku.memory.SlabPool;
import goku.model.SeriesName;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.util.HashMap;
import java.util.Map;

/// An index that is loaded with the series of another, as from a snapshot: terms first, then the
/// series as lists of terms.
final class LoadedIndex {
  private final SlabPool pool;
  private final SeriesIndex from;
  private final int size;
  private final long[] hashes;
  private final int[] metrics;
  private final int[][] tags;

  LoadedIndex(SlabPool pool, SeriesIndex from) {
    this.pool = pool;
    this.from = from;
    size = from.slotLimit();
    hashes = new long[size];
    metrics = new int[size];
    tags = new int[size][];
    for (int slot = 0; slot < size; slot++) {
      metrics[slot] = from.series().metric(slot);
      tags[slot] = new int[from.series().tagCount(slot)];
      from.series().tags(slot, tags[slot]);
      var name = new StringBuilder(from.terms().text(metrics[slot]));
      for (int tag : tags[slot]) {
        name.append(' ').append(from.terms().text(tag));
      }
      hashes[slot] = SeriesName.ofCanonical(name.toString().getBytes(UTF_8)).hash();
    }
  }

  /// CPU time of this thread for a new series and for one that is there, `finish` included, without
  /// the terms.
  double[] nanosASeries() {
    ThreadMXBean threads = ManagementFactory.getThreadMXBean();
    var use = new MemoryUse(Long.MAX_VALUE);
    var blocks = new Blocks(pool, use);
    var index = new SeriesIndex(blocks, use, new Reclaimer());
    double[] nanos = new double[2];
    for (int pass = 0; pass < nanos.length; pass++) {
      IndexLoader loader = index.loader();
      if (pass == 0) {
        addTerms(loader);
      }
      long start = threads.getCurrentThreadCpuTime();
      for (int slot = 0; slot < size; slot++) {
        loader.series(hashes[slot], metrics[slot], tags[slot], tags[slot].length);
      }
      loader.finish();
      nanos[pass] = (double) (threads.getCurrentThreadCpuTime() - start) / size;
      if (index.size() != from.size()) {
        throw new IllegalStateException("%d of %d".formatted(index.size(), from.size()));
      }
    }
    index.close();
    blocks.close();
    return nanos;
  }

  /// Adds the terms and says them in the new index' ids.
  private void addTerms(IndexLoader loader) {
    Map<Integer, Integer> ids = new HashMap<>();
    for (int slot = 0; slot < size; slot++) {
      metrics[slot] =
          ids.computeIfAbsent(
              metrics[slot], term -> loader.metric(from.terms().text(term).getBytes(UTF_8)));
      for (int n = 0; n < tags[slot].length; n++) {
        tags[slot][n] =
            ids.computeIfAbsent(
                tags[slot][n], term -> loader.pair(from.terms().text(term).getBytes(UTF_8)));
      }
    }
  }
}
