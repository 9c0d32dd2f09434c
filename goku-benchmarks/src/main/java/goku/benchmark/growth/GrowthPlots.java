package goku.benchmark.growth;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.function.ToDoubleFunction;
import org.knowm.xchart.VectorGraphicsEncoder;
import org.knowm.xchart.VectorGraphicsEncoder.VectorGraphicsFormat;
import org.knowm.xchart.XYChart;
import org.knowm.xchart.XYChartBuilder;
import org.knowm.xchart.style.Styler.LegendPosition;

/// Measurements as plots: throughput and latency over what grows, as SVG.
final class GrowthPlots {
  private static final int WIDTH = 640;
  private static final int HEIGHT = 360;

  private GrowthPlots() {}

  static void draw(Growth growth, List<Measurement> measurements, Path directory)
      throws IOException {
    XYChart throughput = chart(growth, "datapoints a second");
    line(throughput, "known series", measurements, Measurement::perSecond);
    line(throughput, "new series", measurements, Measurement::firstPerSecond);
    save(throughput, directory.resolve(growth + "-throughput.svg"));
    XYChart latency = chart(growth, "milliseconds, p50");
    line(latency, "one host", measurements, one -> one.latency(0, "p50"));
    line(latency, "all hosts", measurements, one -> one.latency(2, "p50"));
    save(latency, directory.resolve(growth + "-latency.svg"));
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
    chart.getStyler().setYAxisLogarithmic(true);
    chart.getStyler().setLegendPosition(LegendPosition.OutsideS);
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
    VectorGraphicsEncoder.saveVectorGraphic(chart, file.toString(), VectorGraphicsFormat.SVG);
  }
}
