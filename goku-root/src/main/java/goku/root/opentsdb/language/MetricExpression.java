package goku.root.opentsdb.language;

import goku.http.HttpError;
import goku.model.NameQuotes;
import goku.query.RateOptions;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/// A parser of a query string's sub query:
/// `aggregator:[rate[{counter[,max[,reset]]}]:][downsampling:][explicit_tags:][rollup_raw:]metric{group}{plain}`.
/// Options come in any order. The first part after the aggregator that is no option begins the
/// metric, which may therefore contain colons: `sum:rate:job:requests:rate5m` is the rate of
/// `job:requests:rate5m`. A metric that begins like an option, and any other name, may be in
/// quotes, see [NameQuotes]. OpenTSDB, and this parser if strict, take the last part for the metric
/// and ignore unknown options.
public final class MetricExpression {
  /// The options of OpenTSDB. A downsampling is any number with a unit or a `-`, so that a wrong
  /// one is an error and not a metric.
  private static final Pattern OPTION =
      Pattern.compile(
          "rate(\\{.*)?"
              + "|\\d[\\d.]*[a-z]*(@[a-z]*)?-.*|\\d+(ms|s|m|h|d|w|n|y|all)c?"
              + "|explicit_tags|pre-agg|percentiles.*|show-histogram-buckets.*"
              + "|rollup_(raw|nofallback|fallback|fallback_raw)",
          Pattern.CASE_INSENSITIVE | Pattern.DOTALL);

  private final String parameter;
  private final String text;
  private @Nullable String downsample;
  private boolean rate;
  private RateOptions rateOptions = RateOptions.PLAIN;
  private boolean explicitTags;
  private RollupUsage rollups = RollupUsage.CHOSEN;
  private List<Float> percentiles = List.of();
  private boolean ranges;

  private MetricExpression(String parameter, String text) {
    this.parameter = parameter;
    this.text = text;
  }

  public static SubQuery parse(String text, Dialect dialect) {
    return parse("m", text, dialect);
  }

  /// Parses the text of another parameter than `m`.
  ///
  /// @param parameter its name, for errors
  public static SubQuery parse(String parameter, String text, Dialect dialect) {
    return new MetricExpression(parameter, text).parse(dialect.strict());
  }

  /// Parses the form with TSUIDs, separated by commas, in place of the metric and its filters.
  public static SubQuery parseTsuids(String text) {
    return new MetricExpression("tsuid", text).parseTsuids();
  }

  private SubQuery parse(boolean strict) {
    List<String> parts = parts();
    int first = strict ? parts.size() - 1 : beginOfMetric(parts);
    var metric = MetricWithFilters.parse(String.join(":", parts.subList(first, parts.size())));
    parts.subList(1, first).forEach(this::option);
    return new SubQuery(
        parts.getFirst(),
        SeriesSpec.named(metric.metric(), metric.filters(), explicitTags),
        downsample,
        rate,
        rateOptions,
        rollups,
        histograms());
  }

  private SubQuery parseTsuids() {
    List<String> parts = parts();
    List<String> tsuids = split(parts.getLast(), ',');
    parts.subList(1, parts.size() - 1).forEach(this::option);
    return new SubQuery(
        parts.getFirst(),
        SeriesSpec.identified(tsuids),
        downsample,
        rate,
        rateOptions,
        rollups,
        histograms());
  }

  private static int beginOfMetric(List<String> parts) {
    int first = 1;
    while (first < parts.size() - 1
        && (parts.get(first).isEmpty() || OPTION.matcher(parts.get(first)).matches())) {
      first++;
    }
    return first;
  }

  private List<String> parts() {
    List<String> parts = split(text, ':');
    if (parts.size() < 2) {
      throw new HttpError(
          400, "Invalid parameter %s=%s (not enough :-separated parts)".formatted(parameter, text));
    }
    return parts;
  }

  private void option(String part) {
    if (part.isEmpty()) {
      throw new HttpError(
          400, "Invalid parameter %s=%s (an empty part)".formatted(parameter, text));
    }
    String lower = part.toLowerCase(Locale.ROOT);
    if (lower.startsWith("rate")) {
      rate = true;
      rateOptions = part.contains("{") ? RateText.parse(part) : rateOptions;
    } else if (Character.isDigit(part.charAt(0))) {
      downsample = part;
    } else if (lower.startsWith("explicit_tags")) {
      explicitTags = true;
    } else if (lower.startsWith("rollup_")) {
      rollups = RollupUsage.of(part);
    } else if (lower.startsWith("percentiles")) {
      percentiles = HistogramOptions.parse(part);
    } else if (lower.startsWith("show-histogram-buckets")) {
      ranges = true;
    }
  }

  private @Nullable HistogramOptions histograms() {
    return percentiles.isEmpty() && !ranges ? null : new HistogramOptions(percentiles, ranges);
  }

  /// Splits the text at separators outside of quotes, braces and parentheses.
  public static List<String> split(String text, char separator) {
    List<String> parts = new ArrayList<>();
    int depth = 0;
    int from = 0;
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      int endOfQuoted = NameQuotes.end(text, i);
      if (endOfQuoted >= 0) {
        i = endOfQuoted - 1;
      } else if (c == separator && depth == 0) {
        parts.add(text.substring(from, i));
        from = i + 1;
      } else if (c == '{' || c == '(') {
        depth++;
      } else if (c == '}' || c == ')') {
        depth = Math.max(0, depth - 1);
      }
    }
    parts.add(text.substring(from));
    return parts;
  }
}
