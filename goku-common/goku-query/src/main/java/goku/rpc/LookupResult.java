package goku.rpc;

import goku.model.Holes;
import java.util.List;

/// The series that a lookup found, ascending.
///
/// @param holes the holes that the shards had when the search began; any series may occur in them
public record LookupResult(List<FoundSeries> series, Holes holes) {
  public LookupResult {
    series = List.copyOf(series);
  }
}
