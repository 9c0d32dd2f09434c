package goku.compactor.plan;

import goku.model.Namespace;
import goku.tier.TierKeys;
import java.time.Instant;
import java.util.List;

/// The buckets of tiers whose marker was lost: the files exist, and an input is gone that the
/// compactor removes only after the marker was written. Nothing can be built in their place without
/// a loss, so they are handled like buckets whose marker cannot be used.
///
/// Files without a marker whose inputs all exist are those of a job that runs or died. Before the
/// first bucket of a shard, inputs may never have existed.
public final class LostMarkers {
  private final Inventory inventory;
  private final TierState state;

  private LostMarkers(Inventory inventory, TierState state) {
    this.inventory = inventory;
    this.state = state;
  }

  /// Returns the inventory in which the lost markers are among those that cannot be used.
  public static Inventory addTo(Inventory inventory, Namespace namespace, Instant now) {
    if (namespace.disk().isEmpty()) {
      return inventory;
    }
    var lost = new LostMarkers(inventory, new TierState(inventory, namespace, now));
    List<UnreadableMarker> found =
        inventory.tierDirectories().stream()
            .filter(lost::isWithoutMarker)
            .map(LostMarkers::unreadable)
            .toList();
    return found.isEmpty() ? inventory : inventory.withUnreadable(found);
  }

  private boolean isWithoutMarker(Directory directory) {
    WindowKey window = WindowKey.of(directory.bucket());
    return !directory.names().contains(TierKeys.MARKER)
        && state.isKnown(window)
        && inventory.newest(window).isEmpty()
        && state.above(window, window.shard()).isEmpty()
        && isAfterAnother(window)
        && !state.hasAllInputs(window);
  }

  private boolean isAfterAnother(WindowKey window) {
    return inventory
        .manifests(window.shard())
        .anyMatch(made -> made.startMillis() < window.startMillis());
  }

  private static UnreadableMarker unreadable(Directory directory) {
    return new UnreadableMarker(
        directory.bucket(),
        "cannot find marker=%s: the bucket has files, and some of its inputs are gone; restore the marker from a backup, from an earlier version in S3, or from the copy that GokuL keeps beside its database. Remove the files only if the bucket was never complete"
            .formatted(directory.prefix() + TierKeys.MARKER),
        false);
  }
}
