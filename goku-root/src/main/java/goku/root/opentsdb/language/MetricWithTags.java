package goku.root.opentsdb.language;

import goku.http.HttpError;
import goku.model.NameQuotes;
import goku.model.Tag;
import java.util.ArrayList;
import java.util.List;

/// A metric with exact tags, `metric{key=value,key=value}`, without wildcards. Invalid text is an
/// error 400.
public record MetricWithTags(String metric, List<Tag> tags) {
  public MetricWithTags {
    tags = List.copyOf(tags);
    if (metric.isEmpty()) {
      throw new HttpError(400, "Missing the metric or tsuids, provide at least one");
    }
    if (tags.stream().map(Tag::key).distinct().count() < tags.size()) {
      throw new HttpError(400, "Unable to parse query", "duplicate tag key: " + tags);
    }
  }

  public static MetricWithTags parse(String text) {
    int open = NameQuotes.indexOf(text, '{', 0);
    if (open < 0) {
      return new MetricWithTags(NameQuotes.unquote(text), List.of());
    }
    if (!text.endsWith("}")) {
      throw new HttpError(400, "Unable to parse query", "Missing '}' at the end of: " + text);
    }
    List<Tag> tags = new ArrayList<>();
    String list = text.substring(open + 1, text.length() - 1);
    if (!list.isEmpty()) {
      for (String tag : NameQuotes.split(list, ',')) {
        tags.add(tag(tag));
      }
    }
    return new MetricWithTags(NameQuotes.unquote(text.substring(0, open)), tags);
  }

  private static Tag tag(String text) {
    int equals = NameQuotes.indexOf(text, '=', 0);
    if (equals <= 0 || equals == text.length() - 1) {
      throw new HttpError(400, "Unable to parse query", "invalid tag: " + text);
    }
    return new Tag(
        NameQuotes.unquote(text.substring(0, equals)),
        NameQuotes.unquote(text.substring(equals + 1)));
  }
}
