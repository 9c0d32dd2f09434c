package goku.shortterm.backup;

import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.random.RandomGenerator;

/// The threads of the backup, which stops them when it closes.
///
/// @param uploads run the tasks of shards
/// @param recoveries run the parts of recoveries
/// @param timer runs the regular check
/// @param repairs verifies and repairs mapped files, one after the other; discards tasks once
///   closed
/// @param random spreads retries; guarded by the lock of the queue of tasks
record BackupThreads(
    ScheduledExecutorService uploads,
    ExecutorService recoveries,
    ScheduledExecutorService timer,
    ScheduledExecutorService repairs,
    RandomGenerator random) {
  /// Starts threads.
  static BackupThreads started(BackupSettings settings, RandomGenerator random) {
    return new BackupThreads(
        new ScheduledThreadPoolExecutor(
            settings.threads(),
            Thread.ofPlatform().daemon().name("goku-short-backup-", 0).factory()),
        // not virtual: the first calls load the classes of the S3 client, for several shards at
        // once
        Executors.newThreadPerTaskExecutor(
            Thread.ofPlatform().name("goku-short-recovery-", 0).daemon().factory()),
        Executors.newSingleThreadScheduledExecutor(
            Thread.ofPlatform().daemon().name("goku-short-backup-check").factory()),
        // a reader may report damage while the backup closes
        new ScheduledThreadPoolExecutor(
            1,
            Thread.ofPlatform().daemon().name("goku-short-repair").factory(),
            new ThreadPoolExecutor.DiscardPolicy()),
        random);
  }
}
