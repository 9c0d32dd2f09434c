package goku.shortterm.lifecycle;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import goku.format.batch.BatchWriter;
import goku.format.delete.DeleteRecord;
import goku.format.delete.DeleteWriter;
import goku.format.finalize.FinalizeRecord;
import goku.format.snapshot.SnapshotReader;
import goku.index.IndexLimits;
import goku.model.PointBuffer;
import goku.model.SeriesName;
import goku.model.ShardId;
import goku.model.TimeRange;
import goku.query.Resolution;
import goku.query.SeriesSelection;
import goku.query.TagTerms;
import goku.shortterm.bucket.FinalizedPart;
import goku.shortterm.files.ShardFiles;
import goku.shortterm.finalization.BucketOutput;
import goku.shortterm.finalization.FinalizationClock;
import goku.shortterm.log.UncomparedLog;
import goku.shortterm.node.NodeResources;
import goku.shortterm.read.ShardReader;
import goku.shortterm.shard.NoCopies;
import goku.shortterm.shard.Shard;
import goku.shortterm.shard.ShardFixture;
import goku.testkit.ManualClock;
import goku.testkit.memory.LeakCheck;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// A soak test with a writer that appends, deletes and finalizes, a thread that takes snapshots,
/// and two readers, all at once. Every value contains its series and its time, so that each reader
/// can check it.
class SoakTest {
  private static final int STEPS = 4000;
  private static final int HOSTS = 60;
  private static final long NOW = ShardFixture.START.toEpochMilli();
  private static final Duration REACH = Duration.ofHours(8);

  @TempDir private Path directory;

  private record Output(ShardFiles files) implements BucketOutput {
    @Override
    public boolean wantsAll() {
      return false;
    }

    @Override
    public boolean isInTiers(FinalizedPart part) {
      return true;
    }

    @Override
    public Path path(long startMillis, int generation) {
      return files.bucket(startMillis, generation);
    }

    @Override
    public void finalized(FinalizedPart part) {}

    @Override
    public void dropped(FinalizedPart part) {
      files.remove(part.path());
    }
  }

  @Test
  void readersSeeNothingButWhatWasWritten() throws Exception {
    var done = new AtomicBoolean();
    try (var memory = new LeakCheck(256 << 20);
        ExecutorService background = Executors.newFixedThreadPool(2);
        ExecutorService others = Executors.newFixedThreadPool(3)) {
      ShardLifecycle open = open(memory, background);
      var snapshots = CompletableFuture.runAsync(() -> takeSnapshots(open, done), others);
      var readers =
          Stream.generate(() -> CompletableFuture.supplyAsync(() -> read(open, done), others))
              .limit(2)
              .toList();
      Map<String, Map<Long, Double>> atTheEnd;
      try {
        write(open);
      } finally {
        done.set(true);
      }
      open.shard().proceed();
      for (CompletableFuture<Integer> reader : readers) {
        assertThat(reader.join()).as("rounds of a reader").isPositive();
      }
      while (!snapshots.isDone()) {
        open.proceed();
      }
      snapshots.join();
      atTheEnd = content(open);
      open.close();
      ShardLifecycle again = open(memory, background);
      again.applyWhenLoaded(new FinalizeRecord(0).toBytes(), STEPS, NOW);
      assertThat(content(again)).as("after a restart").isEqualTo(atTheEnd);
      again.close();
      await().until(() -> memory.pool().usedBytes() == 0);
    }
  }

  private ShardLifecycle open(LeakCheck memory, ExecutorService background) throws IOException {
    var node =
        new NodeResources(
            memory.pool(),
            memory.use(),
            IndexLimits.NONE,
            new ManualClock(ShardFixture.START),
            new SimpleMeterRegistry(),
            background,
            System::nanoTime);
    var files = new ShardFiles(directory, node.registry());
    var newest = files.snapshots().stream().findFirst();
    var shard = new Shard(new ShardId("ns", 3), ShardFixture.TTL, node, new Output(files));
    var clock =
        new FinalizationClock(3, () -> Duration.ofHours(2), true, (number, key, value) -> {});
    return new ShardLifecycle(
        shard,
        node,
        files,
        new NoCopies(),
        clock,
        UncomparedLog.plan(
            newest.isPresent() ? Optional.of(SnapshotReader.info(newest.get())) : Optional.empty(),
            0),
        background);
  }

  private static void write(ShardLifecycle open) {
    var random = new Random(11);
    for (int step = 0; step < STEPS; step++) {
      open.applyWhenLoaded(record(random), step, NOW);
      open.proceed();
      if (step % 5 == 0) {
        open.tick();
      }
    }
  }

  private static byte[] record(Random random) {
    int kind = random.nextInt(40);
    if (kind == 0) {
      long from = NOW - random.nextInt((int) REACH.toSeconds()) * 1000L;
      var range = new TimeRange(from, from + random.nextInt(3 * 3600) * 1000L);
      return DeleteWriter.write(new DeleteRecord("cpu", List.of(), false, range));
    }
    if (kind == 1) {
      return new FinalizeRecord(NOW - random.nextInt((int) REACH.toSeconds()) * 1000L).toBytes();
    }
    var batch = new BatchWriter();
    for (int i = 0; i < 100; i++) {
      int host = random.nextInt(HOSTS);
      byte[] name = ((host % 3 == 0 ? "mem" : "cpu") + " host=h" + host).getBytes(UTF_8);
      long time = NOW - random.nextInt((int) REACH.toSeconds()) * 1000L;
      batch.add(SeriesName.ofCanonical(name), time, value(host, time));
    }
    return batch.toBytes();
  }

  private static double value(int host, long millis) {
    return host + (NOW - millis) * 1000.0;
  }

  private static void takeSnapshots(ShardLifecycle open, AtomicBoolean done) {
    try {
      while (!done.get()) {
        open.takeSnapshot();
      }
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  /// Returns how many times all of it was read.
  private static int read(ShardLifecycle open, AtomicBoolean done) {
    var reader = new ShardReader(open.shard());
    var points = new PointBuffer();
    int rounds = 0;
    while (!done.get() || rounds == 0) {
      try (SeriesSelection selection =
          reader.select(ShardFixture.ALL, ShardFixture.ALWAYS, Resolution.RAW)) {
        var terms = new TagTerms(selection);
        for (int i = 0; i < selection.size(); i++) {
          terms.load(i);
          int host = Integer.parseInt(selection.tag(terms.get(0)).value().substring(1));
          assertThat(selection.metric(i)).isEqualTo(host % 3 == 0 ? "mem" : "cpu");
          selection.reader().read(i, points);
          check(host, points);
        }
      }
      rounds++;
    }
    return rounds;
  }

  private static void check(int host, PointBuffer points) {
    for (int n = 0; n < points.size(); n++) {
      long time = points.timestamps()[n];
      if (points.values()[n] != value(host, time)
          || (n > 0 && time <= points.timestamps()[n - 1])) {
        throw new AssertionError(
            "host %d has %s at %d, point %d".formatted(host, points.values()[n], time, n));
      }
    }
  }

  private static Map<String, Map<Long, Double>> content(ShardLifecycle open) {
    return ShardFixture.read(new ShardReader(open.shard()), ShardFixture.ALL, ShardFixture.ALWAYS);
  }
}
