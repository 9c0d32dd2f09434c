package goku.rpc.wire;

import goku.model.histogram.Histograms;
import goku.query.SeriesPartial;
import goku.query.histogram.HistogramSums;
import goku.query.partial.AccumulatorState;
import goku.query.partial.Contribution.Accumulated;
import goku.query.partial.Contribution.Members;
import goku.query.partial.Contribution.Summed;
import goku.query.partial.GroupPartial;
import goku.query.partial.PartialStream;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.StringJoiner;
import java.util.stream.DoubleStream;
import org.jspecify.annotations.Nullable;

/// A text form of groups with every bit, for comparison.
public final class ShownGroups {
  private ShownGroups() {}

  public static List<String> all(PartialStream stream) throws InterruptedException {
    List<String> shown = new ArrayList<>();
    for (GroupPartial group = stream.next(); group != null; group = stream.next()) {
      shown.add(of(group));
    }
    return shown;
  }

  public static String of(GroupPartial group) {
    String contribution =
        switch (group.contribution()) {
          case Members(List<SeriesPartial> series) ->
              String.join("; ", series.stream().map(ShownGroups::of).toList());
          case Accumulated(var accumulator) ->
              accumulator.getClass().getSimpleName() + " " + of(accumulator.state());
          case Summed(HistogramSums sums) -> of(sums);
        };
    return "%s %s %s: %s".formatted(group.key(), group.tags(), group.members(), contribution);
  }

  private static String of(HistogramSums sums) {
    var shown = new StringJoiner(" ");
    var histograms = new Histograms();
    for (int slot = 0; slot < sums.size(); slot++) {
      byte[] bytes = histograms.bytes(sums.sum(slot).addTo(histograms));
      shown.add(sums.time(slot) + "=" + HexFormat.of().formatHex(bytes));
    }
    return shown.toString();
  }

  private static String of(SeriesPartial series) {
    return "%s %s %s %s %s %s"
        .formatted(
            series.tags(),
            series.integers(),
            series.type(),
            Arrays.toString(series.timestamps()),
            bits(series.words()),
            bits(series.weights()));
  }

  private static String of(AccumulatorState state) {
    return "%s %s %s %s %s %s"
        .formatted(
            state.integers(),
            Arrays.toString(state.times()),
            bits(state.values()),
            bits(state.errors()),
            Arrays.toString(state.counts()),
            Arrays.toString(state.present()));
  }

  private static String bits(double @Nullable [] values) {
    return values == null
        ? "none"
        : Arrays.toString(DoubleStream.of(values).mapToLong(Double::doubleToRawLongBits).toArray());
  }
}
