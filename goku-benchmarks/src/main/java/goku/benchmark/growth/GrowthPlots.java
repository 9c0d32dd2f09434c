package goku.benchmark.growth;

import java.awt.Color;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.function.ToDoubleFunction;
import org.knowm.xchart.BitmapEncoder;
import org.knowm.xchart.BitmapEncoder.BitmapFormat;
import org.knowm.xchart.XYChart;
import org.knowm.xchart.XYChartBuilder;
import org.knowm.xchart.style.Styler.LegendPosition;

/// Measurements as plots: throughput and latency over what grows, as PNG.
final class GrowthPlots {
  private static final int WIDTH = 640;
  private static final int HEIGHT = 360;

  private GrowthPlots() {}

  static void draw(Growth growth, List<Measurement> measurements, Path directory)
      throws IOException {
    XYChart throughput = chart(growth, "datapoints a second");
    throughput.getStyler().setYAxisMin(0.0);
    line(throughput, "known series", measurements, Measurement::perSecond);
    line(throughput, "new series", measurements, Measurement::firstPerSecond);
    save(throughput, directory.resolve(growth + "-throughput.png"));
    XYChart latency = chart(growth, "milliseconds, p50");
    latency.getStyler().setYAxisLogarithmic(true);
    latency.getStyler().setYAxisDecimalPattern("#,##0.##");
    line(latency, "one host", measurements, one -> one.latency(0, "p50"));
    line(latency, "all hosts", measurements, one -> one.latency(2, "p50"));
    save(latency, directory.resolve(growth + "-latency.png"));
  }

  private static XYChart chart(Growth growth, String unit) {
    XYChart chart =
        new XYChartBuilder()
            .width(WIDTH)
            .height(HEIGHT)
            .xAxisTitle(growth.axis())
            .yAxisTitle(unit)
            .build();
    chart.getStyler().setXAxisLogarithmic(true);
    chart.getStyler().setXAxisDecimalPattern("#,###");
    chart.getStyler().setYAxisDecimalPattern("#,###");
    chart.getStyler().setLegendPosition(LegendPosition.OutsideS);
    chart.getStyler().setChartBackgroundColor(Color.WHITE);
    return chart;
  }

  private static void line(
      XYChart chart,
      String name,
      List<Measurement> measurements,
      ToDoubleFunction<Measurement> value) {
    chart.addSeries(
        name,
        measurements.stream().mapToDouble(one -> one.step().size()).toArray(),
        measurements.stream().mapToDouble(value).toArray());
  }

  private static void save(XYChart chart, Path file) throws IOException {
    BitmapEncoder.saveBitmap(chart, file.toString(), BitmapFormat.PNG);
  }
}
