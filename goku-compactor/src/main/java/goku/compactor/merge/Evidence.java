package goku.compactor.merge;

import goku.model.Sharding;
import goku.tier.ConsumedWindows;
import goku.tier.IncompleteWindow;
import goku.tier.Manifest;
import java.util.List;

/// The evidence that a manifest states of what its bucket consumed of GokuS.
///
/// @param version version of the manifest
/// @param memory sharding of GokuS
/// @param consumed generations of the windows by shard of GokuS, without numbers of datapoints
/// @param incomplete windows that lack datapoints, ascending
public record Evidence(
    int version,
    Sharding memory,
    List<ConsumedWindows> consumed,
    List<IncompleteWindow> incomplete) {
  /// The evidence of a bucket of unknown origin.
  public static final Evidence NONE =
      new Evidence(Manifest.VERSION, new Sharding(1, 1), List.of(), List.of());

  public Evidence {
    consumed = List.copyOf(consumed);
    incomplete = List.copyOf(incomplete);
  }
}
