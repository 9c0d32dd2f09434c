package goku.shortterm.shard;

import goku.fault.TroubleLog;
import goku.model.ShardId;
import goku.shortterm.log.HeldRecord;
import goku.shortterm.node.NodeResources;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.slf4j.event.Level;

/// The batch at which a shard stands still, because there is no space for the rest of it, with one
/// log line at the begin and one at the end. Changed by the writer, read by any thread.
final class Stall {
  private static final Logger LOG = LoggerFactory.getLogger(Stall.class);

  /// The pause between two tries, as each of them may ask the disk for space.
  private static final long PAUSE_NANOS = Duration.ofSeconds(1).toNanos();

  private final NodeResources node;
  private final TroubleLog trouble;
  private volatile @Nullable HeldRecord batch;
  private volatile Instant since = Instant.EPOCH;

  /// The time of the next try. Writer only.
  private long nextNanos;

  Stall(ShardId shard, NodeResources node) {
    this.node = node;
    trouble = new TroubleLog(LOG, Level.ERROR, "shard stall", "shard=" + shard);
  }

  void begin(HeldRecord at) {
    since = node.clock().instant();
    batch = at;
    tried();
    trouble.begin(reason(), null);
  }

  void end() {
    batch = null;
    trouble.end();
  }

  /// Returns the batch if it should be tried again now; null otherwise.
  @Nullable HeldRecord due() {
    HeldRecord at = batch;
    if (at == null || node.nanoTime().getAsLong() - nextNanos < 0) {
      return null;
    }
    tried();
    return at;
  }

  private void tried() {
    nextNanos = node.nanoTime().getAsLong() + PAUSE_NANOS;
  }

  boolean isOn() {
    return batch != null;
  }

  /// Returns whether there is no space left for more, or soon will be none.
  boolean isNear() {
    return isOn() || node.use().heapIsFull() || node.pool().isNearlyFull();
  }

  /// Returns the problem with its remedy; empty if there is none.
  Optional<String> complaint() {
    HeldRecord at = batch;
    return at == null
        ? Optional.empty()
        : Optional.of(
            "STALLED at offset %d since %s: %s. Nothing is lost: the rest stays in the log until there is space"
                .formatted(at.offset(), since, reason()));
  }

  private String reason() {
    return node.use().heapIsFull()
        ? "the index takes %d bytes of the heap, half of it; raise the heap, or add nodes"
            .formatted(node.use().heapLimitBytes())
        : ("the memory budget of %d bytes is used up, and %d bytes are spilled to the disk; make"
                + " room there, raise memory-budget or spill-limit, or add nodes")
            .formatted(node.pool().budgetBytes(), node.pool().spilledBytes());
  }
}
