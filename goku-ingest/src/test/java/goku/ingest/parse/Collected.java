package goku.ingest.parse;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Keeps what a parser finds, as text.
final class Collected implements PointHandler {
  final List<String> points = new ArrayList<>();
  final List<Rejection> rejections = new ArrayList<>();
  final List<String> sources = new ArrayList<>();

  @Override
  public @Nullable Rejection accept(Datapoint point) {
    String metric = new String(point.metric(), 0, point.metricLength(), UTF_8);
    points.add(
        metric
            + new String(point.tags(), UTF_8)
            + " @"
            + point.timestampMillis()
            + " "
            + point.value());
    return null;
  }

  @Override
  public void rejected(Rejection rejection, byte[] source, int offset, int length) {
    rejections.add(rejection);
    sources.add(new String(source, offset, length, UTF_8));
  }

  List<Reason> reasons() {
    return rejections.stream().map(Rejection::reason).toList();
  }

  static Collected of(NameRules rules, String text) {
    var collected = new Collected();
    new RecordReader(rules, 65536).read(text.getBytes(UTF_8), collected);
    return collected;
  }
}
