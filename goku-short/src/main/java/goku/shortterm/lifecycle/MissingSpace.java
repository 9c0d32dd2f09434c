package goku.shortterm.lifecycle;

import goku.shortterm.node.NodeResources;
import goku.shortterm.recovery.NoSpaceException;
import goku.shortterm.shard.Shard;
import java.time.Duration;
import java.util.concurrent.CompletionException;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// The space that a shard misses whose files do not fit into memory. The shard is then closed: a
/// part of it must not be served, and others can use its space. Thread-safe.
final class MissingSpace {
  private static final Logger LOG = LoggerFactory.getLogger(MissingSpace.class);

  /// The pause before a shard that did not fit is opened again.
  private static final long REOPEN_NANOS = Duration.ofMinutes(1).toNanos();

  /// The least space that a shard is taken to need if it did not fit.
  private static final long LEAST_BYTES = 4 << 20;

  private final Shard shard;
  private final NodeResources node;

  /// The space that the shard had taken when there was none for the rest of its files; 0 if there
  /// was enough.
  private volatile long tooFewBytes;

  // set before tooFewBytes
  private long tooFewHeapBytes;
  private long sinceNanos;

  MissingSpace(Shard shard, NodeResources node) {
    this.shard = shard;
    this.node = node;
  }

  /// Returns whether the shard does not fit and is closed.
  boolean isKnown() {
    return tooFewBytes > 0;
  }

  String complaint() {
    return ("UNAVAILABLE: no space for more than %d bytes of it. Its files are as before. Raise"
            + " memory-budget or spill-limit, make room on the disk, or add nodes")
        .formatted(tooFewBytes);
  }

  /// Closes the shard if its loading failed because it does not fit.
  ///
  /// @param failure of the loading; null if it did not fail
  void closeIfItDoesNotFit(@Nullable Throwable failure) {
    if (failure instanceof CompletionException && failure.getCause() instanceof NoSpaceException) {
      long before = node.pool().availableBytes();
      long heapBefore = node.use().heapLeftBytes();
      shard.close();
      sinceNanos = node.nanoTime().getAsLong();
      tooFewHeapBytes = node.use().heapLeftBytes() - heapBefore;
      tooFewBytes = Math.max(LEAST_BYTES, node.pool().availableBytes() - before);
      LOG.error("shard unavailable shard={}: {}", shard.id(), complaint());
    }
  }

  /// Throws if the shard may fit by now, so that it is opened again: that costs its thread. Other
  /// shards may take the space meanwhile, so it is not tried at once.
  void requireNoMore() {
    boolean hasWaited = node.nanoTime().getAsLong() - sinceNanos >= REOPEN_NANOS;
    if (hasWaited
        && node.pool().availableBytes() > 2 * tooFewBytes
        && node.use().heapLeftBytes() > 2 * tooFewHeapBytes) {
      throw new IllegalStateException(
          "there is more space for shard %s now: it is opened again".formatted(shard.id()));
    }
  }
}
