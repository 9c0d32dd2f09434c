package goku.simulation;

import goku.format.FormatException;
import goku.format.batch.BatchWriter;
import goku.format.delete.DeleteRecord;
import goku.format.delete.DeleteWriter;
import goku.format.snapshot.SnapshotInfo;
import goku.format.snapshot.SnapshotReader;
import goku.model.CurrentNamespaces;
import goku.model.Disk;
import goku.model.Live;
import goku.model.Namespace;
import goku.model.Namespaces;
import goku.model.TimeRange;
import goku.rpc.KeptFrom;
import goku.rpc.LastStatements;
import goku.rpc.ShardHealth;
import goku.rpc.ShardState;
import goku.testkit.disk.SimulatedDisk;
import goku.testkit.namespace.NamespaceBuilder;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Predicate;
import java.util.random.RandomGenerator;

/// All that the replicas of a shard share: the log, S3, the namespace and the time. And the
/// ingestor, which accepts only datapoints within the backfill window.
final class World {
  static final long MINUTE = 60_000;
  static final long HOUR = 60 * MINUTE;
  static final List<String> SERIES =
      List.of("cpu host=a", "cpu host=b", SimulatedValue.HISTOGRAMS + " host=a");

  /// The difference of clocks that is no fault. Windows expire as much too early.
  static final long SKEW = 10 * MINUTE;

  private static final Instant START = Instant.parse("2026-03-01T13:00:00Z");

  /// The time that Goku adds to the retention of topics, shortened. An operator makes it longer
  /// than any time for which all nodes are away.
  private static final long RETENTION_MARGIN = 2 * HOUR;

  final RandomGenerator random;
  final SimulatedLog log = new SimulatedLog();
  final SimulatedS3 s3;
  final Reference reference = new Reference();
  private final SimulatedInput input = new SimulatedInput();
  final Live<Namespaces> namespaces;
  final CurrentNamespaces current;
  private long millis = START.toEpochMilli();
  private long written;

  /// The file from which snapshots in S3 are read.
  private final Path scratch;

  /// The first millisecond that a replica keeps, as far as ingestors know.
  private long keptFrom = Long.MIN_VALUE;

  private List<ShardHealth> heard = List.of();
  private final AtomicLong nanos = new AtomicLong();
  private final KeptFrom kept =
      new KeptFrom(_ -> heard.stream(), this::now, () -> nanos.getAndAdd(1_000_000_000));

  /// The flag that a replica had to begin without a snapshot behind a loss, or that `backfill`
  /// changed. The replica cannot know how old the lost datapoints were, and marks too short a time.
  boolean isLossUnbounded;

  /// The end of the latest window that replicas no longer needed, also if `memory-ttl` was raised
  /// since.
  private long expiredMillis = Long.MIN_VALUE;

  /// The time that GokuL must keep.
  private final DiskTime diskTime = new DiskTime();

  /// The last statements of the replicas, which the shard map keeps.
  final LastStatements<String> stated = new LastStatements<>();

  /// The flag that records were lost with their log, so that marks may stay.
  boolean hasLostRecords;

  /// The offset before which deletes may be lost with their records. A delete reaches further back
  /// than the marks of lost records.
  long lostBefore;

  /// The offsets of late datapoints that were accepted after the log had lost records or `backfill`
  /// had changed, before a replica told ingestors and roots what it keeps since then: they only
  /// know what it kept before.
  private final Set<Long> acceptedBlindly = new HashSet<>();

  /// The flag that a replica has told what it keeps since then.
  private boolean isKeptKnown = true;

  /// Whether files may be found unusable.
  boolean damages;

  World(RandomGenerator random, boolean onDisk) {
    this.random = random;
    s3 = new SimulatedS3(this::millis, random);
    scratch = new SimulatedDisk(random).root().resolve("snapshot");
    Namespace namespace =
        NamespaceBuilder.namespace("ns")
            .backfill(Duration.ofHours(1))
            .memoryTtl(Duration.ofHours(6))
            .disk(onDisk ? Optional.of(new Disk(Duration.ofDays(6), List.of())) : Optional.empty())
            .build();
    namespaces = new Live<>(new Namespaces(List.of(namespace)));
    current = new CurrentNamespaces(namespaces);
  }

  long millis() {
    return millis;
  }

  private Instant now() {
    return Instant.ofEpochMilli(millis);
  }

  void advance(long byMillis) {
    millis += byMillis;
    if (byMillis > 10 * MINUTE) {
      input.commit();
    }
    Namespace now = namespace();
    now.disk().ifPresent(disk -> diskTime.advanceTo(millis, disk.ttl().toMillis()));
    reference.mayForgetBefore(millis + SKEW - now.memoryTtl().toMillis());
    expiredMillis = Math.max(expiredMillis, millis - now.memoryTtl().toMillis());
    long kept = now.memoryTtl().toMillis() + now.backfill().toMillis() + RETENTION_MARGIN;
    if (log.hasBefore(millis - kept)) {
      log.removeBefore(millis - kept, savedOffset(_ -> true));
      // records that are only in a snapshot with a hole: no replica may ever have all again
      if (log.start() - 1 > savedOffset(info -> info.holes().isEmpty())) {
        recordsAreLost();
      }
    }
  }

  /// Returns the last offset of the log that such a snapshot in S3 has; -1 if there is none.
  private long savedOffset(Predicate<SnapshotInfo> condition) {
    long saved = -1;
    for (byte[] bytes : s3.snapshots()) {
      try {
        SnapshotInfo info = SnapshotReader.info(Files.write(scratch, bytes));
        if (info.log().id().equals(log.id()) && condition.test(info)) {
          saved = Math.max(saved, info.offset());
        }
      } catch (FormatException flipped) {
        // saves nothing
      } catch (IOException failed) {
        throw new IllegalStateException(failed);
      }
    }
    return saved;
  }

  /// Returns whether a window that ends at a time has expired, so that its file may be gone.
  boolean hasExpired(long endMillis) {
    return endMillis < expiredMillis;
  }

  Namespace namespace() {
    return namespaces.current().all().getFirst();
  }

  void change(Duration backfill, Duration memoryTtl, Duration diskTtl) {
    Namespace now =
        NamespaceBuilder.like(namespace())
            .backfill(backfill)
            .memoryTtl(memoryTtl)
            .disk(namespace().disk().map(_ -> new Disk(diskTtl, List.of())))
            .build();
    isLossUnbounded = true;
    isKeptKnown = false;
    namespaces.replace(new Namespaces(List.of(now)));
    advance(0);
  }

  /// Returns the first millisecond that GokuL must keep.
  long keptOnDiskFrom() {
    return diskTime.keptFromMillis();
  }

  /// Lets ingestors hear what the replicas keep.
  void hearKept(List<ShardHealth> replicas) {
    heard = replicas;
    isKeptKnown |= replicas.stream().anyMatch(health -> health.state() == ShardState.SERVING);
    keptFrom = kept.applyAsLong(namespace());
  }

  /// Notes that the log has lost records that a replica may lack.
  void recordsAreLost() {
    hasLostRecords = true;
    isKeptKnown = false;
  }

  /// Loses the log, which is created again.
  void recreateLog() {
    log.recreate();
    recordsAreLost();
    lostBefore = 0;
    acceptedBlindly.clear();
    reference.forgive();
  }

  /// Returns whether a datapoint was accepted without knowing that a replica keeps its time.
  boolean wasAcceptedBlindly(long offset) {
    return acceptedBlindly.contains(offset);
  }

  /// Acknowledges a batch of datapoints that end some time ago, and that a replica keeps. Half of
  /// the batches come from Kafka. Ingestors refuse all datapoints while the replicas keep only the
  /// future, because of a wrong clock.
  void append(int datapoints, long agoMillis) {
    if (keptFrom > millis) {
      return;
    }
    List<SimulatedInput.Point> points = points(datapoints, agoMillis);
    if (random.nextBoolean()) {
      log.append(input.send(points), millis);
    } else {
      appendDirectly(points);
    }
  }

  /// Replaces or deletes some datapoints that came from Kafka, and then an ingestor sends them
  /// again, followed by new ones. Returns false if there are none that it may send again.
  boolean appendAgain(int datapoints) {
    List<SimulatedInput.Point> before = input.uncommitted();
    if (before.isEmpty() || keptFrom > millis) {
      return false;
    }
    if (random.nextBoolean()) {
      delete(30 * MINUTE, 30 * MINUTE);
    }
    List<SimulatedInput.Point> newer = new ArrayList<>();
    for (SimulatedInput.Point point : before) {
      if (random.nextInt(3) == 0 && point.millis() >= oldestMillis()) {
        newer.add(accepted(point.name(), point.millis()));
      }
    }
    appendDirectly(newer);
    log.append(input.sendAgain(points(datapoints, 0), random), millis);
    return true;
  }

  /// Draws datapoints of the next record of the log.
  private List<SimulatedInput.Point> points(int datapoints, long agoMillis) {
    List<SimulatedInput.Point> points = new ArrayList<>();
    for (int i = 0; i < datapoints; i++) {
      String name = SERIES.get(random.nextInt(SERIES.size()));
      long time = (millis - agoMillis) / 1000 * 1000 - i * 1000L * (1 + random.nextInt(20));
      time = Math.max(time, oldestMillis());
      points.add(accepted(name, time));
    }
    return points;
  }

  /// Returns a new datapoint of the next record of the log.
  private SimulatedInput.Point accepted(String name, long timestampMillis) {
    var point = new SimulatedInput.Point(name, timestampMillis, ++written);
    reference.put(name, timestampMillis, (double) written, log.end());
    if (!isKeptKnown && timestampMillis < millis - HOUR) {
      acceptedBlindly.add(log.end());
    }
    return point;
  }

  private long oldestMillis() {
    return Math.max(millis - namespace().backfill().toMillis(), keptFrom);
  }

  private void appendDirectly(List<SimulatedInput.Point> points) {
    var batch = new BatchWriter();
    for (SimulatedInput.Point point : points) {
      SimulatedValue.write(batch, point.name(), point.millis(), point.value());
    }
    log.append(batch.toBytes(), millis);
  }

  /// Deletes datapoints of a metric that are not older than the memory of all replicas.
  void delete(long agoMillis, long lengthMillis) {
    long from =
        Math.max(millis - agoMillis, millis - namespace().memoryTtl().toMillis() + 3 * HOUR);
    long to = Math.min(from + lengthMillis, millis);
    if (from > to) {
      return;
    }
    String metric = random.nextBoolean() ? "cpu" : SimulatedValue.HISTOGRAMS;
    long offset =
        log.append(
            DeleteWriter.write(new DeleteRecord(metric, List.of(), false, new TimeRange(from, to))),
            millis);
    for (String name : SERIES) {
      if (name.startsWith(metric)) {
        reference.delete(name, from, to, offset);
      }
    }
  }
}
