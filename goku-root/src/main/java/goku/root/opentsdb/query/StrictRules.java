package goku.root.opentsdb.query;

import goku.query.RateOptions;
import goku.root.opentsdb.language.DownsampleText;
import goku.root.opentsdb.language.FilterSpec;
import goku.root.opentsdb.language.SubQuery;

/// The checks for input that Goku accepts and OpenTSDB rejects. They throw
/// `IllegalArgumentException`.
final class StrictRules {
  private StrictRules() {}

  static void check(SubQuery query) {
    for (FilterSpec filter : query.filters()) {
      if (filter.type().endsWith("wildcard") && !filter.filter().contains("*")) {
        throw new IllegalArgumentException(
            "Filter must contain an asterisk: %s(%s) of '%s'"
                .formatted(filter.type(), filter.filter(), filter.tagk()));
      }
    }
    String downsample = query.downsample();
    if (downsample != null && DownsampleText.isAligned(downsample)) {
      throw new IllegalArgumentException("Invalid duration (suffix): " + downsample);
    }
    if (query.rateOptions().counterMax() > RateOptions.DEFAULT_COUNTER_MAX) {
      throw new IllegalArgumentException(
          "Max value of counter must be a 64-bit integer, not %s"
              .formatted(query.rateOptions().counterMax()));
    }
  }
}
