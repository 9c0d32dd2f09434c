package goku.model;

import com.google.re2j.Pattern;
import java.util.Locale;
import java.util.Set;
import java.util.TreeSet;

/// A condition on the value of one tag key that decides whether a series belongs to a query
/// (section 3 of the paper, with OpenTSDB's filter types). Immutable and thread-safe.
public sealed interface TagFilter {
  String key();

  /// Returns whether every value of the key gets its own group in the answer.
  boolean groupBy();

  boolean matches(String value);

  /// Returns whether a series without the key belongs to the query.
  boolean matchesAbsent();

  /// The filters `literal_or`, `iliteral_or` (ignoring case) and their negations. A series without
  /// the key matches neither a filter nor its negation, as in OpenTSDB.
  record LiteralOr(
      String key, Set<String> values, boolean ignoreCase, boolean negated, boolean groupBy)
      implements TagFilter {
    public LiteralOr {
      Set<String> sorted = new TreeSet<>();
      for (String value : values) {
        sorted.add(ignoreCase ? value.toLowerCase(Locale.ROOT) : value);
      }
      values = sorted;
    }

    @Override
    public boolean matches(String value) {
      return values.contains(ignoreCase ? value.toLowerCase(Locale.ROOT) : value) != negated;
    }

    @Override
    public boolean matchesAbsent() {
      return false;
    }
  }

  /// The filter `regexp`, which may match anywhere in the value, and wildcards, which are
  /// translated to a regular expression. RE2 takes time linear in the value's length for every
  /// pattern.
  record Regexp(String key, Pattern pattern, boolean groupBy) implements TagFilter {
    @Override
    public boolean matches(String value) {
      return pattern.matcher(value).find();
    }

    @Override
    public boolean matchesAbsent() {
      return false;
    }
  }

  /// The filter `*`: any value, but the key must exist.
  record AnyValue(String key, boolean groupBy) implements TagFilter {
    @Override
    public boolean matches(String value) {
      return true;
    }

    @Override
    public boolean matchesAbsent() {
      return false;
    }
  }

  /// The filter `not_key`: only series without the key.
  record NotKey(String key) implements TagFilter {
    @Override
    public boolean groupBy() {
      return false;
    }

    @Override
    public boolean matches(String value) {
      return false;
    }

    @Override
    public boolean matchesAbsent() {
      return true;
    }
  }
}
