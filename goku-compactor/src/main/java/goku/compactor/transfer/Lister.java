package goku.compactor.transfer;

import goku.compactor.plan.Inventory;
import goku.compactor.plan.WindowKey;
import goku.objectstore.StoredObject;
import goku.tier.BucketKey;
import goku.tier.Manifest;
import goku.tier.ShuffleMarker;
import goku.tier.TierKeys;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/// A lister of the objects of a namespace in S3. Owned by one thread except for `taken`.
public final class Lister {
  private final Storage storage;
  private final MarkedListing<ShuffleMarker> shuffled;
  private final MarkedListing<Manifest> tiers;
  private final StoredDeletes deletes;
  private final Map<WindowKey, BucketKey> taken = new ConcurrentHashMap<>();

  /// The newest window of each shard of GokuS in the previous listing. A listing takes several
  /// requests. Between them two windows may arrive, the first of them in a part that is already
  /// listed. Only the previous listing therefore tells below which window there are no gaps.
  private @Nullable Map<Integer, Long> frontiers;

  public Lister(Storage storage, InstantSource clock) {
    this.storage = storage;
    shuffled = new MarkedListing<>("shuffled/", new MarkerKinds.Shuffled(), storage, clock);
    deletes = new StoredDeletes(storage);
    tiers = new MarkedListing<>("long/", new MarkerKinds.Tiers(), storage, clock);
  }

  /// Records that this generation is in use. Thread-safe.
  public void taken(BucketKey bucket) {
    taken.put(WindowKey.of(bucket), bucket);
  }

  /// Returns the current inventory. Inputs are listed before the buckets built from them, so that
  /// an output is never taken for one of inputs that did not exist yet.
  ///
  /// @throws goku.objectstore.ObjectStoreException when S3 cannot be listed
  /// @throws goku.format.FormatException when a delete cannot be read: no bucket may be built
  ///   without it
  public Inventory list() {
    var inventory = new Inventory.Builder();
    Map<Integer, Long> before =
        frontiers == null ? addFinalized(new Inventory.Builder()) : frontiers;
    before.forEach(inventory::frontier);
    frontiers = addFinalized(inventory);
    shuffled.list(
        found -> {
          inventory.shuffledDirectory(found.directory());
          found.marker().ifPresent(inventory::shuffled);
          found.unreadable().ifPresent(inventory::unreadable);
        },
        _ -> {});
    List<StoredObject> others = new ArrayList<>();
    tiers.list(
        found -> {
          inventory.tierDirectory(found.directory());
          found.marker().ifPresent(inventory::tier);
          found.unreadable().ifPresent(inventory::unreadable);
        },
        others::add);
    deletes.read(others).forEach(inventory::delete);
    taken.values().forEach(inventory::taken);
    return inventory.build();
  }

  private Map<Integer, Long> addFinalized(Inventory.Builder to) {
    Map<Integer, Long> newest = new HashMap<>();
    for (StoredObject object : storage.list("short/")) {
      TierKeys.parseFinalized(object.key())
          .ifPresent(
              bucket -> {
                to.finalized(bucket, object.bytes());
                newest.merge(bucket.shard(), bucket.startMillis(), Math::max);
              });
    }
    return newest;
  }
}
