package goku.root.opentsdb.query;

import goku.http.HttpError;
import goku.model.NameKind;
import goku.model.TagFilter;
import goku.root.fanout.NameDirectory;
import goku.root.fanout.UnknownNames;
import goku.root.opentsdb.language.FilterSpec;
import goku.root.opentsdb.language.SubQuery;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/// A check that rejects queries with unknown names, as OpenTSDB does. An error is better than an
/// empty graph for a misspelt name. A name that may occur in missing data is accepted.
public final class KnownNames {
  /// The longest list of values that are checked one by one.
  private static final int MAX_LITERALS = 4096;

  private final NameDirectory names;
  private final boolean skipUnresolved;

  /// @param skipUnresolved whether unknown names are accepted
  public KnownNames(NameDirectory names, boolean skipUnresolved) {
    this.names = names;
    this.skipUnresolved = skipUnresolved;
  }

  public void check(List<SubQuery> queries) throws InterruptedException {
    for (SubQuery query : queries) {
      check(query, false);
    }
  }

  /// Rejects names of a query that no series has.
  ///
  /// @param found whether series matched, which proves most of the names known without a call
  public void check(SubQuery query, boolean found) throws InterruptedException {
    if (skipUnresolved || !query.tsuids().isEmpty()) {
      return;
    }
    Set<String> keys = new LinkedHashSet<>();
    Set<String> values = new LinkedHashSet<>();
    for (FilterSpec filter : query.filters()) {
      keys.add(filter.tagk());
      if (filter.namesValues()
          && filter.literals().size() <= MAX_LITERALS
          && !isKnownAsAWhole(query.metric(), filter)) {
        values.addAll(filter.literals());
      }
    }
    if (found) {
      query.tagFilters().forEach(filter -> removeShown(filter, keys, values));
      checkTags(query.metric(), keys, values);
    } else {
      check(query.metric(), keys, values);
    }
  }

  /// Returns whether the value exists that the filter names as a whole, so that no others need to.
  private boolean isKnownAsAWhole(String metric, FilterSpec filter) throws InterruptedException {
    String whole = filter.wholeValue().orElse(null);
    return whole != null
        && names.unknown(NameKind.TAG_VALUE, metric, Set.of(whole)).names().isEmpty();
  }

  /// Removes the names that a match proves: the key, and the value if only one can match.
  private static void removeShown(TagFilter filter, Set<String> keys, Set<String> values) {
    if (!filter.matchesAbsent()) {
      keys.remove(filter.key());
    }
    boolean exact =
        filter instanceof TagFilter.LiteralOr literal
            && !literal.negated()
            && !literal.ignoreCase()
            && literal.values().size() == 1;
    if (exact) {
      values.removeIf(filter::matches);
    }
  }

  /// Rejects a metric, tag keys and tag values that no series has.
  public void check(String metric, Set<String> keys, Set<String> values)
      throws InterruptedException {
    if (skipUnresolved) {
      return;
    }
    reject("metrics", names.unknownMetric(metric));
    checkTags(metric, keys, values);
  }

  private void checkTags(String metric, Set<String> keys, Set<String> values)
      throws InterruptedException {
    check(NameKind.TAG_KEY, "tagk", metric, keys);
    check(NameKind.TAG_VALUE, "tagv", metric, values);
  }

  private void check(NameKind kind, String word, String metric, Set<String> asked)
      throws InterruptedException {
    reject(word, names.unknown(kind, metric, asked));
  }

  private static void reject(String word, UnknownNames unknown) {
    if (unknown.certain() && !unknown.names().isEmpty()) {
      String name = unknown.names().iterator().next();
      String message = "No such name for '%s': '%s'".formatted(word, name);
      throw new HttpError(400, message, message);
    }
  }
}
