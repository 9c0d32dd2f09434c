package goku.standalone.bench;

import goku.standalone.bench.ask.LatencySummary;
import java.awt.Color;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.IntStream;
import org.knowm.xchart.VectorGraphicsEncoder;
import org.knowm.xchart.VectorGraphicsEncoder.VectorGraphicsFormat;
import org.knowm.xchart.XYChart;
import org.knowm.xchart.XYChartBuilder;
import org.knowm.xchart.style.Styler.LegendPosition;
import org.knowm.xchart.style.markers.SeriesMarkers;

/// A plot of query latencies by percentile, as SVG.
final class LatencyPlot {
  private static final int WIDTH = 720;
  private static final int HEIGHT = 420;

  private LatencyPlot() {}

  static void write(List<LatencySummary> queries, Path file) throws IOException {
    XYChart chart =
        new XYChartBuilder()
            .width(WIDTH)
            .height(HEIGHT)
            .xAxisTitle("percent of the queries")
            .yAxisTitle("milliseconds at most")
            .build();
    chart.getStyler().setYAxisLogarithmic(true);
    chart.getStyler().setLegendPosition(LegendPosition.OutsideS);
    chart.getStyler().setChartBackgroundColor(Color.WHITE);
    for (LatencySummary one : queries) {
      List<Integer> percents = IntStream.range(1, 100).boxed().toList();
      chart.addSeries(one.query(), percents, one.percentiles()).setMarker(SeriesMarkers.NONE);
    }
    try (var out = Files.newOutputStream(file)) {
      VectorGraphicsEncoder.saveVectorGraphic(chart, out, VectorGraphicsFormat.SVG);
    }
  }
}
