package goku.standalone.search;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.PrintWriter;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.Function;

/// A table of the series of an answer, the best group first.
///
/// @param columns the numbers before the values and the name of a series
record SeriesTable(List<Column> columns) {
  /// A column with something that is known of each series.
  record Column(String title, Function<JsonNode, String> text) {
    /// Returns the column of a number, which may be null.
    ///
    /// @param member the member of the answer
    /// @param format the format of a double
    static Column number(String member, String format) {
      return new Column(
          member,
          series ->
              series.path(member).isNumber()
                  ? String.format(Locale.ROOT, format, series.path(member).asDouble())
                  : "-");
    }

    /// Returns the column of the moment at which a series left its usual range.
    static Column onset() {
      return new Column("onset", series -> onset(series.path("onset")));
    }

    private static String onset(JsonNode onset) {
      return onset.isObject()
          ? "%s %s"
              .formatted(
                  onset.path("direction").asText(),
                  Instant.ofEpochMilli(onset.path("time").asLong()))
          : "-";
    }
  }

  void print(JsonNode answer, PrintWriter out) {
    if (answer.path("groups").isEmpty()) {
      out.println("no series found");
      return;
    }
    List<List<String>> rows = new ArrayList<>();
    for (JsonNode group : answer.path("groups")) {
      for (JsonNode series : group.path("series")) {
        List<String> row = new ArrayList<>();
        columns.forEach(column -> row.add(column.text().apply(series)));
        row.add(Sparkline.of(series.path("values")));
        row.add(name(group.path("metric").asText(), series));
        rows.add(row);
      }
    }
    List<Integer> widths = new ArrayList<>();
    for (int i = 0; i < columns.size(); i++) {
      int column = i;
      int widest = rows.stream().mapToInt(row -> row.get(column).length()).max().orElse(0);
      widths.add(Math.max(widest, columns.get(i).title().length()));
    }
    List<String> titles = new ArrayList<>(columns.stream().map(Column::title).toList());
    titles.add("values" + " ".repeat(rows.getFirst().get(columns.size()).length() - 6));
    titles.add("series");
    print(titles, widths, out);
    rows.forEach(row -> print(row, widths, out));
  }

  private static void print(List<String> row, List<Integer> widths, PrintWriter out) {
    var line = new StringBuilder();
    for (int i = 0; i < row.size(); i++) {
      String text = row.get(i);
      int width = i < widths.size() ? widths.get(i) : text.length();
      line.append(" ".repeat(width - text.length())).append(text);
      line.append(i + 1 < row.size() ? "  " : "");
    }
    out.println(line);
  }

  /// Returns the name of a series, as a query writes it.
  static String name(String metric, JsonNode series) {
    List<String> tags = new ArrayList<>();
    series
        .path("tags")
        .properties()
        .forEach(tag -> tags.add(tag.getKey() + "=" + tag.getValue().asText()));
    return tags.isEmpty() ? metric : metric + "{" + String.join(",", tags) + "}";
  }
}
