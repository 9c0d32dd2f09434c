package goku.index;

import static java.nio.charset.StandardCharsets.UTF_8;

import goku.memory.Blocks;
import goku.memory.MemoryUse;
import goku.memory.Reclaimer;
import goku.memory.SlabPool;
import goku.model.SeriesName;

/// The index of jcstress states, which needs thousands of states at once: many states share one,
/// each with its own series. After a number of series, later states get another index, so that it
/// stays small. An index is closed when its states are certainly done. jcstress creates states
/// between runs of the actors, in several threads.
final class StressedIndex {
  /// jcstress keeps at most 10,000 states at a time.
  private static final int SERIES = 20_000;

  private static final SlabPool POOL = new SlabPool(256L << 20);
  private static StressedIndex current = new StressedIndex();
  private static StressedIndex before = new StressedIndex();

  private final MemoryUse use = new MemoryUse(Long.MAX_VALUE);
  private final Blocks blocks = new Blocks(POOL, use);
  private int states;

  private final SeriesIndex index = new SeriesIndex(blocks, use, new Reclaimer());

  private StressedIndex() {}

  /// The series of a state, which has a metric of its own, and a tag that all have.
  static final class Series {
    final SeriesIndex index;
    final String metric;
    final long hash;
    private final byte[] name;

    private Series(SeriesIndex index, String metric) {
      this.index = index;
      this.metric = metric;
      name = (metric + " dc=east").getBytes(UTF_8);
      hash = SeriesName.ofCanonical(name).hash();
    }

    void add() {
      if (index.add(hash, name, 0, name.length) < 0) {
        throw new IllegalStateException("not added: " + metric);
      }
    }
  }

  static synchronized Series series() {
    if (current.states == SERIES) {
      before.index.close();
      before.blocks.close();
      before = current;
      current = new StressedIndex();
    }
    return new Series(current.index, "m" + current.states++);
  }
}
