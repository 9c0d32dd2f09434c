package goku.simulation;

import java.util.EnumSet;
import java.util.Set;

/// The kinds of faults that the product does not survive yet, with what is lost.
final class KnownFaults {
  private static final Set<Fault> KNOWN =
      EnumSet.of(
          // late datapoints of windows that memory no longer keeps are acknowledged and lost
          Fault.SETTINGS,
          // a flipped byte of a page is served
          Fault.FLIPPED_FILE,
          // an unreadable marker counts as absent
          Fault.FLIPPED_OBJECT,
          // datapoints without memory are refused and not reported
          Fault.MEMORY_FULL);

  /// The permission for GokuL to lack datapoints at the end of a schedule. A window that is
  /// finalized again after its files were consumed, or that leaves memory while its replicas are
  /// closed, does not always reach the tiers: about one of a thousand schedules loses late
  /// datapoints.
  static final boolean TIERS_ARE_INCOMPLETE = true;

  /// The permission for a hole to stay after a disk was full. A shard that could not write a file
  /// skips decisions, so that its next generation has other content than that of the other replica.
  /// Its snapshots are then unusable without its disk: about one of two thousand schedules.
  static final boolean FULL_DISK_LEAVES_HOLES = true;

  private KnownFaults() {}

  /// Returns the kinds that schedules may draw.
  static Set<Fault> permitted() {
    return EnumSet.complementOf(EnumSet.copyOf(KNOWN));
  }
}
