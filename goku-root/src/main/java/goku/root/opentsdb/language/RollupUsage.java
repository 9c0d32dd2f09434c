package goku.root.opentsdb.language;

import java.util.Locale;
import org.jspecify.annotations.Nullable;

/// The use of rollups by a sub query.
public enum RollupUsage {
  /// Rollups that a client wrote are read where there are any. Computed rollups are read where they
  /// give the same answer as raw datapoints, and where raw datapoints are gone.
  CHOSEN,
  /// The same, but of the written rollups only those with the longest interval that fits.
  BEST,
  /// Rollups are read only where raw datapoints are gone, and written rollups never.
  RAW;

  /// Returns the usage for OpenTSDB's word, in any case. OpenTSDB ignores unknown words too.
  ///
  /// `ROLLUP_NOFALLBACK` and `ROLLUP_FALLBACK_RAW` mean the same here: where no rollup was written,
  /// the answer comes from the rollups that Goku computes, or the datapoints they are made of.
  public static RollupUsage of(@Nullable String text) {
    return switch (text == null ? "" : text.toUpperCase(Locale.ROOT)) {
      case "ROLLUP_RAW" -> RAW;
      case "ROLLUP_NOFALLBACK", "ROLLUP_FALLBACK_RAW" -> BEST;
      default -> CHOSEN;
    };
  }
}
