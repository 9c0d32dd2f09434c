package goku.query.scan;

import goku.query.Grouping;
import java.util.Arrays;
import java.util.Set;

/// Which keys of a selection a query groups by; the text of a key is looked at once. Owned by one
/// thread.
final class GroupByKeys {
  private static final byte UNKNOWN = 0;
  private static final byte GROUPS = 1;
  private static final byte IGNORED = 2;

  private final TermTable terms;
  private final Set<String> by;
  private byte[] verdicts = new byte[16];

  GroupByKeys(TermTable terms, Grouping grouping) {
    this.terms = terms;
    by = grouping.by();
  }

  /// Whether the query groups by the key of the tag with the number.
  boolean contains(int number) {
    int key = terms.keyOf(number);
    if (key >= verdicts.length) {
      verdicts = Arrays.copyOf(verdicts, key * 2);
    }
    if (verdicts[key] == UNKNOWN) {
      verdicts[key] = by.contains(terms.keyText(key)) ? GROUPS : IGNORED;
    }
    return verdicts[key] == GROUPS;
  }
}
