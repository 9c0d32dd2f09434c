package goku.shortterm.backup;

import goku.tier.TierKeys;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// The notes beside objects in S3 that a node could not read. The node that needs an object is not
/// the one that can replace it: it has no good file. Every replica finds the note in its regular
/// listing. One with a good file reads the object itself, replaces it if it is damaged, and removes
/// the note. Thread-safe.
record DamageNotes(Destination to) {
  private static final Logger LOG = LoggerFactory.getLogger(DamageNotes.class);
  private static final byte[] EMPTY = {};

  /// Leaves a note beside an object, unless it has one.
  ///
  /// @throws goku.objectstore.ObjectStoreException if S3 is unavailable
  void leave(ShardInventory shard, String key) {
    if (to.store().putIfAbsent(shard.namespace().s3Bucket(), TierKeys.damageNote(key), EMPTY)) {
      to.metrics().notes().increment();
      LOG.warn(
          "note left for the other replicas damaged=s3://{}/{}", shard.namespace().s3Bucket(), key);
    }
  }

  /// Removes the note of an object that was verified or is gone.
  void remove(ShardInventory shard, String key) {
    to.store().delete(shard.namespace().s3Bucket(), TierKeys.damageNote(key));
  }
}
