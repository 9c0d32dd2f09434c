package goku.rpc;

import goku.model.Holes;
import java.util.List;

/// Names with a prefix, in byte order.
///
/// @param holes the holes that the shards had when the search began; any name may occur in them
public record SuggestedNames(List<String> names, Holes holes) {
  public SuggestedNames {
    names = List.copyOf(names);
  }
}
