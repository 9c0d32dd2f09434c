package goku.root.opentsdb.query;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.core.JsonGenerator;
import goku.model.NameQuotes;
import goku.model.Tag;
import goku.query.merge.AggregatedPoints;
import goku.query.merge.GroupResult;
import goku.root.fanout.Groups;
import goku.root.fanout.QueryResult;
import goku.root.opentsdb.language.SubQuery;
import java.io.IOException;
import java.io.OutputStream;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/// The answer of `/q`, group by group in the order of the sub queries. Used once, by one thread.
final class PlainAnswer {
  /// The number of datapoints after which the query checks its deadline.
  private static final int POINTS_PER_CHECK = 1024;

  private final List<SubQuery> asked;
  private final List<Groups> answer;

  PlainAnswer(List<SubQuery> asked, QueryResult result) {
    this.asked = asked;
    answer = HistogramGroups.of(asked, result.queries());
  }

  /// Writes a line `metric seconds value key=value ...` for each datapoint that has a value.
  void writeLines(OutputStream out) throws IOException, InterruptedException {
    for (int i = 0; i < asked.size(); i++) {
      Groups groups = answer.get(i);
      for (GroupResult group = groups.next(); group != null; group = groups.next()) {
        String metric = NameQuotes.quote(asked.get(i).metric() + group.suffix());
        writeLines(out, metric, group, groups);
      }
    }
  }

  private static void writeLines(OutputStream out, String metric, GroupResult group, Groups groups)
      throws IOException {
    var tags = new StringBuilder();
    for (Tag tag : group.tags()) {
      tags.append(' ').append(NameQuotes.quote(tag.key()));
      tags.append('=').append(NameQuotes.quote(tag.value()));
    }
    String end = tags.append('\n').toString();
    AggregatedPoints points = group.points();
    for (int i = 0; i < points.size(); i++) {
      if (i % POINTS_PER_CHECK == 0) {
        groups.check();
      }
      if (hasValue(points, i)) {
        String value =
            points.integers()
                ? Long.toString(points.longValue(i))
                : Double.toString(points.doubleValue(i));
        String line = metric + " " + points.timestamp(i) / 1000 + " " + value + end;
        out.write(line.getBytes(UTF_8));
      }
    }
  }

  /// Writes the number of datapoints and the aggregated tags of each sub query.
  ///
  /// @param startNanos begin of the request, for its duration in the answer
  void writeCounts(JsonGenerator json, long startNanos) throws IOException, InterruptedException {
    long count = 0;
    List<Set<String>> tags = new ArrayList<>();
    for (Groups groups : answer) {
      Set<String> aggregated = new TreeSet<>();
      for (GroupResult group = groups.next(); group != null; group = groups.next()) {
        groups.check();
        aggregated.addAll(group.aggregateTags());
        for (int i = 0; i < group.points().size(); i++) {
          count += hasValue(group.points(), i) ? 1 : 0;
        }
      }
      tags.add(aggregated);
    }
    json.writeStartObject();
    json.writeNumberField("plotted", count);
    json.writeNumberField("points", count);
    json.writeArrayFieldStart("etags");
    for (Set<String> keys : tags) {
      json.writeStartArray();
      for (String key : keys) {
        json.writeString(key);
      }
      json.writeEndArray();
    }
    json.writeEndArray();
    json.writeNumberField("timing", (System.nanoTime() - startNanos) / 1_000_000);
    json.writeEndObject();
  }

  private static boolean hasValue(AggregatedPoints points, int i) {
    return points.integers() || !Double.isNaN(points.doubleValue(i));
  }
}
