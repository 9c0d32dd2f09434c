package goku.model;

import com.google.re2j.Pattern;
import java.util.Locale;
import java.util.Set;
import java.util.TreeSet;

/// Decides by the value of one tag key whether a series belongs to a query (section 3 of the paper,
/// with OpenTSDB's filter types). Immutable and thread-safe.
public sealed interface TagFilter {
  String key();

  /// Whether every value of the key makes a group of its own in the answer.
  boolean groupBy();

  boolean matches(String value);

  /// Whether a series that lacks the key belongs to the query.
  boolean matchesAbsent();

  /// `literal_or`, `iliteral_or` (ignoring case) and their negations. A series that lacks the key
  /// belongs to neither, as in OpenTSDB.
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

  /// `regexp`, searched for anywhere in the value, and the wildcards, which are parsed into one.
  /// RE2: time linear in the value's length whatever the user wrote.
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

  /// `*`: any value, but the key must be there.
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

  /// `not_key`: only series that lack the key.
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
