package goku.shortterm.shard;

import goku.format.snapshot.SnapshotInfo;
import goku.format.snapshot.SnapshotLog;
import goku.shortterm.log.LeaderEpochs;
import goku.shortterm.log.LogRange;
import goku.shortterm.log.LogRecord;
import goku.shortterm.log.StartPoint;
import java.time.Duration;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReentrantLock;

/// The position of a shard in its log. The writer advances and closes. Any thread reads and waits.
/// The writer needs no lock while nobody waits.
///
/// No wake-up is lost: a waiting thread first counts itself and then reads `done`, and the writer
/// first changes `done` and then reads the count.
final class Progress {
  private final Lock lock = new ReentrantLock();
  private final Condition advanced = lock.newCondition();
  private final AtomicInteger waiting = new AtomicInteger();
  private final LeaderEpochs epochs = new LeaderEpochs();
  private volatile long applied = -1;
  private volatile long done = -1;
  private volatile long recordMillis;
  private volatile boolean closed;

  // writer only
  private UUID log = LogRange.UNKNOWN;

  private long highestEnd = -1;

  /// The offset of the first record that the log has.
  private long logStart;

  /// The hash of the record at `applied`; 0 if unknown.
  private long recordHash;

  /// The difference between the numbers of snapshots and the offsets of the log. Snapshots keep
  /// ascending numbers when the log is replaced by another one.
  private long numberBase;

  /// Returns the offset of the last applied record; -1 before the first.
  long applied() {
    return applied;
  }

  /// Returns when that record was written to the log; 0 before the first.
  long recordMillis() {
    return recordMillis;
  }

  /// Sets the log and the position in it: that of a snapshot of the same log, which may end before
  /// the log begins, or the start.
  void begin(StartPoint start, long recordMillis, Optional<SnapshotInfo> snapshot) {
    log = start.log();
    numberBase = start.number() - start.applied();
    move(
        snapshot.map(SnapshotInfo::offset).orElse(start.applied()),
        recordMillis,
        snapshot.map(from -> from.log().recordHash()).orElse(0L));
    snapshot.ifPresent(from -> epochs.read(applied, applied, from.log().leaderEpoch()));
    settle(true);
  }

  /// @param allDone whether no work is left for the records up to the offset
  void advance(byte[] record, long offset, long recordMillis, boolean allDone) {
    move(offset, recordMillis, LogRecord.hash(record));
    settle(allDone);
  }

  /// Skips records that the log does not have.
  void skipTo(long offset) {
    move(offset, recordMillis, 0);
    settle(true);
  }

  UUID log() {
    return log;
  }

  /// Returns the number of a snapshot of this position.
  long number() {
    return numberBase + applied;
  }

  /// Records the offsets of the log.
  void seen(LogRange range) {
    highestEnd = Math.max(highestEnd, range.end());
    logStart = Math.max(logStart, range.start());
  }

  /// Returns the epochs of the records. Thread-safe.
  LeaderEpochs epochs() {
    return epochs;
  }

  /// Returns the log as a snapshot states it.
  ///
  /// @param withEpoch whether it states the epoch of the last record, unless the log has removed
  ///   that record: the start of a log never goes back, so no leader replaces the record
  SnapshotLog snapshotLog(boolean withEpoch) {
    boolean states = withEpoch && applied >= logStart;
    int epoch = states ? epochs.at(applied) : SnapshotLog.NO_EPOCH;
    return new SnapshotLog(log, recordHash, Math.max(highestEnd, applied + 1), epoch);
  }

  private void move(long offset, long recordMillis, long recordHash) {
    this.recordMillis = recordMillis;
    this.recordHash = recordHash;
    applied = offset;
  }

  /// Reports whether work is left for the applied records.
  void settle(boolean allDone) {
    if (allDone) {
      done = applied;
      wake();
    }
  }

  /// Waits until no work is left up to the offset. Returns false if the time is up or the shard is
  /// closed before.
  boolean await(long offset, Duration timeout) throws InterruptedException {
    long nanosLeft = timeout.toNanos();
    waiting.incrementAndGet();
    lock.lockInterruptibly();
    try {
      while (done < offset && !closed && nanosLeft > 0) {
        nanosLeft = advanced.awaitNanos(nanosLeft);
      }
      return done >= offset && !closed;
    } finally {
      lock.unlock();
      waiting.decrementAndGet();
    }
  }

  void close() {
    closed = true;
    wake();
  }

  private void wake() {
    if (waiting.get() > 0) {
      lock.lock();
      try {
        advanced.signalAll();
      } finally {
        lock.unlock();
      }
    }
  }
}
