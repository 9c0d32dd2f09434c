package goku.root.opentsdb.language;

import goku.http.HttpError;
import goku.model.NameQuotes;
import java.util.ArrayList;
import java.util.List;

/// A metric with filters, `metric{tags that group}{tags that only filter}`. Invalid text is an
/// error 500 as in OpenTSDB, because clients of GET may rely on that.
record MetricWithFilters(String metric, List<FilterSpec> filters) {
  static MetricWithFilters parse(String text) {
    if (text.isEmpty()) {
      throw new HttpError(500, "Metric cannot be null or empty");
    }
    int open = NameQuotes.indexOf(text, '{', 0);
    if (open < 0) {
      return new MetricWithFilters(NameQuotes.unquote(text), List.of());
    }
    if (!text.endsWith("}")) {
      throw new HttpError(500, "Missing '}' at the end of: " + text);
    }
    List<FilterSpec> filters = new ArrayList<>();
    int second = endOfGroupFilters(text, open);
    if (second < 0) {
      add(text.substring(open + 1, text.length() - 1), true, filters);
    } else {
      add(text.substring(second + 2, text.length() - 1), false, filters);
      add(text.substring(open + 1, second), true, filters);
    }
    return new MetricWithFilters(NameQuotes.unquote(text.substring(0, open)), filters);
  }

  /// Returns the index of the `}{` between the two lists, or -1 if there is only one list.
  private static int endOfGroupFilters(String text, int open) {
    int close = NameQuotes.indexOf(text, '}', open);
    while (close >= 0 && !text.startsWith("}{", close)) {
      close = NameQuotes.indexOf(text, '}', close + 1);
    }
    return close;
  }

  private static void add(String list, boolean groupBy, List<FilterSpec> filters) {
    if (list.isEmpty()) {
      return;
    }
    for (String tag : MetricExpression.split(list, ',')) {
      try {
        int equals = NameQuotes.indexOf(tag, '=', 0);
        if (equals <= 0 || equals == tag.length() - 1) {
          throw new IllegalArgumentException("invalid tag: " + tag);
        }
        String key = NameQuotes.unquote(tag.substring(0, equals));
        filters.add(FilterSpec.ofTag(key, tag.substring(equals + 1), groupBy));
      } catch (IllegalArgumentException e) {
        throw new HttpError(500, "When parsing tag '%s': %s".formatted(tag, e.getMessage()));
      }
    }
  }
}
