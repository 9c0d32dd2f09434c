package goku.shortterm.backup;

import goku.objectstore.ObjectStoreException;
import java.io.IOException;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Collection;
import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// The review of shards that wait for S3: they are opened again once it answers what a restore asks
/// first, as quickly as a restore wants it. Opening a shard costs its thread, so it is not tried in
/// vain. One thread reviews.
///
/// @param limit the time that a restore waits for a listing
record WaitingShards(Destination from, Patience patience, Duration limit, InstantSource clock) {
  /// The pause between two reviews.
  static final Duration PAUSE = Duration.ofSeconds(30);

  private static final Logger LOG = LoggerFactory.getLogger(WaitingShards.class);

  void review(Collection<ShardInventory> shards) {
    for (ShardInventory shard : shards) {
      if (shard.awaitsS3()) {
        long begin = clock.millis();
        if (!answers(shard)) {
          return;
        }
        if (clock.millis() - begin < limit.toMillis()) {
          patience.heard(true);
          shard.heardOfS3();
        }
      }
    }
  }

  private boolean answers(ShardInventory shard) {
    try {
      List<Long> snapshots = Listing.of(from.store(), shard).snapshots();
      if (!snapshots.isEmpty()) {
        var _ =
            SnapshotHeaders.read(from, shard, S3Keys.snapshot(shard.id(), snapshots.getFirst()));
      }
      return true;
    } catch (ObjectStoreException away) {
      LOG.debug("S3 does not answer shard={}", shard.id(), away); // the check reports it
      return false;
    } catch (IOException failed) {
      LOG.warn("snapshot in S3 unreadable shard={}", shard.id(), failed);
      return true;
    }
  }
}
