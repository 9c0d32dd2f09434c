package goku.simulation;

import java.util.EnumSet;
import java.util.Set;

/// The kinds of faults that the product does not survive yet, with what is lost.
final class KnownFaults {
  private static final Set<Fault> KNOWN =
      EnumSet.of(
          // GokuL lacks a late datapoint unmarked, or a replica stays behind its log (seeds 1191,
          // 4248): two of ten thousand
          Fault.SETTINGS,
          // with changes of settings, GokuL lacks a datapoint unmarked (seed 4619): about one of
          // ten thousand
          Fault.FLIPPED_FILE,
          // GokuL lacks a late datapoint unmarked (seeds 5001, 6559): two of ten thousand
          Fault.LOG_CUT);

  /// The permission for deleted datapoints to come back from GokuL after the log lost records. A
  /// replica that lacks them deletes nothing, writes no next file, and drops the window once the
  /// tiers have the file of another replica: about one of ten thousand schedules.
  static final boolean LOST_RECORDS_UNDO_DELETES = true;

  private KnownFaults() {}

  /// Returns the kinds that schedules may draw.
  static Set<Fault> permitted() {
    return EnumSet.complementOf(EnumSet.copyOf(KNOWN));
  }
}
