package goku.root.fanout;

import java.util.Collections;
import java.util.Set;
import java.util.TreeSet;

/// Names that no answer contained, ascending.
///
/// @param certain whether all answers were complete; otherwise the names may occur in what is
///   missing
public record UnknownNames(Set<String> names, boolean certain) {
  public UnknownNames {
    names = Collections.unmodifiableSortedSet(new TreeSet<>(names));
  }
}
