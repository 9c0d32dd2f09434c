package goku.rpc;

import goku.model.Holes;
import java.util.Set;

/// Names that series have.
///
/// @param holes the holes that the shards had when the search began; any name may occur in them
public record FoundNames(Set<String> names, Holes holes) {
  public FoundNames {
    names = Set.copyOf(names);
  }
}
