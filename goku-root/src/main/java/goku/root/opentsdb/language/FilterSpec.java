package goku.root.opentsdb.language;

import com.google.re2j.Pattern;
import com.google.re2j.PatternSyntaxException;
import goku.budget.Account;
import goku.budget.Kind;
import goku.model.NameQuotes;
import goku.model.TagFilter;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.stream.Collectors;

/// A tag filter of a request. An invalid one throws `IllegalArgumentException`.
///
/// @param type one of `TYPES`
/// @param ignoreCase whether case is ignored, as also by a `wildcard` in the short form `key=web*`
public record FilterSpec(
    String type, String tagk, String filter, boolean groupBy, boolean ignoreCase) {
  public static final List<String> TYPES =
      List.of(
          "literal_or",
          "iliteral_or",
          "not_literal_or",
          "not_iliteral_or",
          "wildcard",
          "iwildcard",
          "regexp",
          "not_key");

  /// A short string, and its places in the lists and sets of `literals` and of the tag filter.
  private static final long LITERAL_BYTES = 128;

  private static final java.util.regex.Pattern CALL =
      java.util.regex.Pattern.compile("([^(]*)\\((.*)\\)");

  /// The begin of a value that is meant as a call. `System.gc()` is a value.
  private static final java.util.regex.Pattern BEGIN_OF_CALL =
      java.util.regex.Pattern.compile("[A-Za-z_]*\\(.*", java.util.regex.Pattern.DOTALL);

  public FilterSpec {
    if (tagk.isEmpty()) {
      throw new IllegalArgumentException("Tagk cannot be null or empty");
    }
    if (!TYPES.contains(type)) {
      throw new IllegalArgumentException("Could not find a tag value filter of the type: " + type);
    }
    if (filter.isEmpty() && !type.equals("not_key")) {
      throw new IllegalArgumentException("Filter cannot be null or empty");
    }
  }

  public static FilterSpec of(String type, String tagk, String filter, boolean groupBy) {
    String lower = type.toLowerCase(Locale.ROOT);
    var spec =
        new FilterSpec(
            lower, tagk, filter, groupBy, lower.startsWith("i") || lower.startsWith("not_i"));
    spec.toTagFilter();
    return spec;
  }

  /// Returns the filter of `key=value`; the value is a wildcard, literals, or `type(filter)`. A
  /// literal may be in quotes, and then contain any character.
  public static FilterSpec ofTag(String tagk, String value, boolean groupBy) {
    if (BEGIN_OF_CALL.matcher(value).matches()) {
      Matcher call = CALL.matcher(value);
      if (!call.matches()) {
        throw new IllegalArgumentException("Filter must end with a ')': " + value);
      }
      return of(call.group(1), tagk, call.group(2), groupBy);
    }
    if (NameQuotes.indexOf(value, '*', 0) >= 0) {
      return new FilterSpec("wildcard", tagk, value, groupBy, true);
    }
    return of("literal_or", tagk, value, groupBy);
  }

  /// Returns whether the filter names values, each of which must exist.
  public boolean namesValues() {
    return type.equals("literal_or");
  }

  /// Returns the literals, which are charged to the request.
  public Set<String> literals() {
    charge(filter.chars().filter(c -> c == '|').count() + 1);
    if (filter.replace("|", "").isEmpty()) {
      throw new IllegalArgumentException("Filter must contain more than just a pipe");
    }
    return NameQuotes.split(filter, '|').stream()
        .filter(literal -> !literal.isEmpty())
        .map(NameQuotes::unquote)
        .collect(Collectors.toUnmodifiableSet());
  }

  /// Returns the value that the filter may name as a whole although it contains `|` or quotes.
  /// Clients that take values from suggestions do not know what these mean.
  public Optional<String> wholeValue() {
    return filter.contains("|") || NameQuotes.hasQuoted(filter)
        ? Optional.of(filter)
        : Optional.empty();
  }

  /// Returns the values that the filter names, each part and the whole.
  private Set<String> values() {
    Set<String> values = new HashSet<>(literals());
    wholeValue().ifPresent(values::add);
    return values;
  }

  private static void charge(long literals) {
    Account.holdForCurrent(Kind.TREES, literals * LITERAL_BYTES);
  }

  public TagFilter toTagFilter() {
    return switch (type) {
      case "literal_or", "iliteral_or" ->
          new TagFilter.LiteralOr(tagk, values(), ignoreCase, false, groupBy);
      case "not_literal_or", "not_iliteral_or" ->
          new TagFilter.LiteralOr(tagk, values(), ignoreCase, true, groupBy);
      case "regexp" -> new TagFilter.Regexp(tagk, pattern(filter, 0), groupBy);
      case "not_key" -> new TagFilter.NotKey(tagk);
      default -> wildcard();
    };
  }

  /// Returns a filter of literal values if there is no asterisk, as Grafana's users intend.
  /// OpenTSDB rejects that.
  private TagFilter wildcard() {
    if (!filter.contains("*")) {
      return new TagFilter.LiteralOr(tagk, values(), ignoreCase, false, groupBy);
    }
    if (filter.chars().allMatch(c -> c == '*')) {
      return new TagFilter.AnyValue(tagk, groupBy);
    }
    RegexpLimits.requireElements(filter.length());
    var regexp = new StringBuilder("^");
    for (int i = 0; i < filter.length(); i++) {
      char c = filter.charAt(i);
      regexp.append(c == '*' ? ".*" : Pattern.quote(String.valueOf(c)));
    }
    int flags = Pattern.DOTALL | (ignoreCase ? Pattern.CASE_INSENSITIVE : 0);
    return new TagFilter.Regexp(tagk, pattern(regexp.append('$').toString(), flags), groupBy);
  }

  private static Pattern pattern(String regexp, int flags) {
    RegexpLimits.require(regexp);
    try {
      return Pattern.compile(regexp, flags);
    } catch (PatternSyntaxException e) {
      throw new IllegalArgumentException(
          "'%s' is not a regular expression of RE2: %s".formatted(regexp, e.getMessage()), e);
    }
  }
}
