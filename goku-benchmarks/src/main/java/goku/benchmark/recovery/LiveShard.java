package goku.benchmark.recovery;

import goku.format.finalize.FinalizeRecord;
import goku.model.Tier;
import goku.shortterm.lifecycle.ShardLifecycle;
import goku.shortterm.read.ShardReader;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// A shard of the node and its log, of which the end is kept. One thread at a time.
final class LiveShard {
  private static final Duration BACKFILL = BenchmarkNode.NAMESPACE.backfill();

  private final BenchmarkNode node;
  private final int number;
  private @Nullable ShardInput input;
  private ShardLifecycle open;
  private long offset = -1;

  /// The batches to replay after a kill.
  private final List<byte[]> kept = new ArrayList<>();

  private long keptFrom = Long.MAX_VALUE;

  LiveShard(BenchmarkNode node, int number, ShardInput input) {
    this.node = node;
    this.number = number;
    this.input = input;
    open = node.open(number);
  }

  /// Feeds the day, with a snapshot before the last reading. Returns the milliseconds that the
  /// snapshot took.
  long fill(Workload workload) throws InterruptedException {
    ShardInput from = input;
    if (from == null) {
      throw new IllegalStateException("filled already");
    }
    long interval = Workload.TIME.toMillis() / workload.readings();
    long snapshotMillis = 0;
    for (int reading = 0; reading < workload.readings(); reading++) {
      if (reading == workload.readings() - 1) {
        long start = System.nanoTime();
        takeSnapshot();
        snapshotMillis = (System.nanoTime() - start) / 1_000_000;
        keptFrom = offset + 1;
      }
      node.setNow(number, Workload.START_MILLIS + (reading + 1) * interval);
      from.reading(reading, this::append);
      if ((reading + 1) % workload.readingsABucket() == 0) {
        append(new FinalizeRecord(node.now(number) - BACKFILL.toMillis()).toBytes());
      }
    }
    input = null;
    return snapshotMillis;
  }

  private void append(byte[] record) {
    offset++;
    if (offset >= keptFrom) {
      kept.add(record);
    }
    open.applyWhenLoaded(record, offset, node.now(number));
  }

  private void takeSnapshot() throws InterruptedException {
    var taking =
        Thread.ofPlatform()
            .start(
                () -> {
                  try {
                    open.takeSnapshot();
                  } catch (InterruptedException e) {
                    throw new IllegalStateException(e);
                  }
                });
    while (taking.isAlive()) {
      open.proceed();
      Thread.sleep(1);
    }
  }

  /// Ends the shard as the end of the process would: nothing is saved.
  void kill() {
    open.shard().close();
  }

  /// Saves and ends the shard.
  void stop() {
    open.close();
  }

  void reopen() {
    open = node.open(number);
  }

  /// Applies what the shard has not got of the kept records. Returns how many.
  int replay() {
    int applied = 0;
    for (int i = 0; i < kept.size(); i++) {
      if (keptFrom + i > open.recoveredOffset().orElse(-1L)) {
        open.applyWhenLoaded(kept.get(i), keptFrom + i, node.now(number));
        applied++;
      }
    }
    return applied;
  }

  ShardLifecycle open() {
    return open;
  }

  ShardReader reader() {
    return new ShardReader(open.shard(), open::holes, () -> 0);
  }

  void forgetLog() {
    kept.clear();
  }

  /// Lets the datapoints expire, one bucket after the other, and then the series.
  Expired expire() {
    ThreadMXBean threads = ManagementFactory.getThreadMXBean();
    node.setNow(number, Workload.START_MILLIS + BenchmarkNode.NAMESPACE.memoryTtl().toMillis());
    List<Tick> drops = new ArrayList<>();
    List<Tick> evictions = new ArrayList<>();
    while (open.shard().index().size() > 0) {
      int buckets = open.shard().buckets().count();
      node.setNow(number, node.now(number) + (buckets > 0 ? Tier.MEMORY_BUCKET.toMillis() : 1000));
      long start = System.nanoTime();
      long cpuStart = threads.getCurrentThreadCpuTime();
      open.shard().tick(0);
      var tick = new Tick(threads.getCurrentThreadCpuTime() - cpuStart, System.nanoTime() - start);
      (open.shard().buckets().count() > 0 ? drops : evictions).add(tick);
    }
    return new Expired(drops, evictions);
  }

  /// The cost of a call of `Shard.tick`.
  record Tick(long cpuNanos, long nanos) {}

  /// The ticks that dropped one bucket of several, and the ticks that evicted series.
  record Expired(List<Tick> drops, List<Tick> evictions) {}
}
