package goku.model;

import java.util.List;

/// The limits on the number of series of a namespace in memory, over all its shards.
///
/// @param all the limit of the whole namespace; 0 for none
/// @param prefixes limits of the metrics whose names begin alike
public record SeriesLimits(long all, List<PrefixLimit> prefixes) {
  public static final SeriesLimits NONE = new SeriesLimits(0, List.of());

  public SeriesLimits {
    prefixes = List.copyOf(prefixes);
  }

  /// The limit of all metrics of a namespace whose names begin with the prefix. Prefixes of several
  /// limits may begin alike: then each limit holds for itself.
  public record PrefixLimit(String prefix, long series) {}
}
