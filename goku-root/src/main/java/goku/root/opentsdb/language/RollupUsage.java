package goku.root.opentsdb.language;

import java.util.Locale;
import org.jspecify.annotations.Nullable;

/// The use of rollups by a sub query.
public enum RollupUsage {
  /// Rollups are read where they give the same answer as raw datapoints, and where raw datapoints
  /// are gone.
  CHOSEN,
  /// Rollups are read only where raw datapoints are gone.
  RAW;

  /// Returns `RAW` only for `ROLLUP_RAW` in any case. `ROLLUP_NOFALLBACK`, `ROLLUP_FALLBACK` and
  /// `ROLLUP_FALLBACK_RAW` tell OpenTSDB how to find a table with the data, which means nothing
  /// here. OpenTSDB ignores other words too.
  public static RollupUsage of(@Nullable String text) {
    return text != null && text.toUpperCase(Locale.ROOT).equals("ROLLUP_RAW") ? RAW : CHOSEN;
  }
}
