package goku.ingest;

import static java.nio.charset.StandardCharsets.UTF_8;

import goku.format.batch.BatchReader;
import goku.format.batch.HistogramPosition;
import goku.ingest.parse.Datapoint;
import goku.ingest.parse.HistogramLine;
import goku.ingest.parse.LineParser;
import goku.ingest.parse.SeriesNameRules;
import goku.model.ValueType;
import java.util.ArrayList;
import java.util.List;

/// Datapoints as text, for inputs and results of tests.
public final class Points {
  public static final SeriesNameRules RULES = SeriesNameRules.generous(8, 100, 1000);

  private Points() {}

  public static Datapoint parse(String line) {
    var point = new Datapoint();
    byte[] bytes = line.getBytes(UTF_8);
    var rejection = new LineParser(RULES, 1000).parse(bytes, 0, bytes.length, point);
    if (rejection != null) {
      throw new IllegalArgumentException(rejection.toString());
    }
    return point;
  }

  /// Returns the histogram of a line without its command.
  public static Datapoint histogram(String line) {
    var point = new Datapoint();
    byte[] bytes = ("histogram " + line).getBytes(UTF_8);
    var rejection = new HistogramLine(RULES, 1000, 42).parse(bytes, 0, bytes.length, point);
    if (rejection != null) {
      throw new IllegalArgumentException(rejection.toString());
    }
    return point;
  }

  /// Returns the datapoints of a batch, each as `name @millis value`.
  public static List<String> of(byte[] batch) {
    List<String> points = new ArrayList<>();
    var reader = new BatchReader();
    reader.open(batch);
    while (reader.nextSeries()) {
      var name = new String(reader.name(), UTF_8);
      while (reader.nextPoint()) {
        points.add(name + " @" + reader.timestamp() + " " + value(batch, reader));
      }
    }
    return points;
  }

  private static String value(byte[] batch, BatchReader reader) {
    return reader.type() == ValueType.HISTOGRAMS
        ? HistogramText.of(
            batch,
            HistogramPosition.offset(reader.value()),
            HistogramPosition.length(reader.value()))
        : Double.toString(reader.value());
  }
}
