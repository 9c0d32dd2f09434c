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

  /// Reads `ROLLUP_RAW`, in letters of any case. `ROLLUP_NOFALLBACK`, `ROLLUP_FALLBACK` and
  /// `ROLLUP_FALLBACK_RAW` say how OpenTSDB looks for a table that has the data, which means
  /// nothing here. So do words that it does not know, which it logs and ignores.
  public static RollupUsage of(@Nullable String text) {
    return text != null && text.toUpperCase(Locale.ROOT).equals("ROLLUP_RAW") ? RAW : CHOSEN;
  }
}
