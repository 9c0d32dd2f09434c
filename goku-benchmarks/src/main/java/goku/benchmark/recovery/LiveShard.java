package goku.benchmark.recovery;

import goku.format.finalize.FinalizeRecord;
import goku.shortterm.read.ShardReader;
import goku.shortterm.recovery.OpenShard;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// A shard of the node and its log, of which the end is kept. One thread at a time.
final class LiveShard {
  private static final Duration BACKFILL = BenchmarkNode.NAMESPACE.backfill();

  private final BenchmarkNode node;
  private final int number;
  private @Nullable ShardInput input;
  private OpenShard open;
  private long offset = -1;

  /// What is to be replayed after a kill.
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
    open.apply(record, offset, node.now(number));
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
        open.apply(kept.get(i), keptFrom + i, node.now(number));
        applied++;
      }
    }
    return applied;
  }

  OpenShard open() {
    return open;
  }

  ShardReader reader() {
    return new ShardReader(open.shard(), open::completeFromMillis);
  }

  void forgetLog() {
    kept.clear();
  }

  /// Lets all datapoints expire. Returns the nanoseconds of each tick until nothing is left.
  long[] expire() {
    node.setNow(number, node.now(number) + BenchmarkNode.NAMESPACE.memoryTtl().toMillis());
    node.setNow(number, node.now(number) + BACKFILL.toMillis());
    long[] nanos = new long[64];
    int ticks = 0;
    while (open.shard().index().size() > 0) {
      node.setNow(number, node.now(number) + 1000);
      if (ticks == nanos.length) {
        nanos = Arrays.copyOf(nanos, ticks * 2);
      }
      long start = System.nanoTime();
      open.shard().tick();
      nanos[ticks++] = System.nanoTime() - start;
    }
    return Arrays.copyOf(nanos, ticks);
  }
}
