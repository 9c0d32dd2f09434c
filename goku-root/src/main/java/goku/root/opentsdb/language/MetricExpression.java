package goku.root.opentsdb.language;

import goku.http.HttpError;
import goku.query.RateOptions;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/// A parser of a query string's sub query:
/// `aggregator:[rate[{counter[,max[,reset]]}]:][downsampling:][explicit_tags:][rollup_raw:]metric{group}{plain}`.
/// Parts between the aggregator and the metric come in any order; unknown ones are ignored.
public final class MetricExpression {
  private final String parameter;
  private final String text;
  private @Nullable String downsample;
  private boolean rate;
  private RateOptions rateOptions = RateOptions.PLAIN;
  private boolean explicitTags;
  private RollupUsage rollups = RollupUsage.CHOSEN;

  private MetricExpression(String parameter, String text) {
    this.parameter = parameter;
    this.text = text;
  }

  public static SubQuery parse(String text) {
    return new MetricExpression("m", text).parse();
  }

  /// Parses the form with TSUIDs, separated by commas, in place of the metric and its filters.
  public static SubQuery parseTsuids(String text) {
    return new MetricExpression("tsuid", text).parseTsuids();
  }

  private SubQuery parse() {
    List<String> parts = parts();
    var metric = MetricWithFilters.parse(parts.getLast());
    parts.subList(1, parts.size() - 1).forEach(this::option);
    return new SubQuery(
        parts.getFirst(),
        SeriesSpec.named(metric.metric(), metric.filters(), explicitTags),
        downsample,
        rate,
        rateOptions,
        rollups);
  }

  private SubQuery parseTsuids() {
    List<String> parts = parts();
    List<String> tsuids = split(parts.getLast(), ',');
    parts.subList(1, parts.size() - 1).forEach(this::option);
    return new SubQuery(
        parts.getFirst(), SeriesSpec.identified(tsuids), downsample, rate, rateOptions, rollups);
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
    }
  }

  /// Splits the text at separators outside of braces and parentheses.
  public static List<String> split(String text, char separator) {
    List<String> parts = new ArrayList<>();
    int depth = 0;
    int from = 0;
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      if (c == separator && depth == 0) {
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
