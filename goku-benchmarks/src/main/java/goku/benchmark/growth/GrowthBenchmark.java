package goku.benchmark.growth;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

/// A program that measures the growth of cost, prints a table in Markdown, and draws it. Run it in
/// the project's directory. The arguments are the dimension (`hosts`, `shards` or `batches`) and a
/// directory for results.
public final class GrowthBenchmark {
  private static final int QUERIES = 300;

  private GrowthBenchmark() {}

  public static void main(String[] args) throws Exception {
    var growth = Growth.valueOf(args[0]);
    Path directory = Path.of(args[1]).toAbsolutePath();
    List<Measurement> measurements = new ArrayList<>();
    for (Step step : growth.steps()) {
      measurements.add(measure(step, directory.resolve(growth + "-" + step.size())));
      System.out.println(GrowthTable.row(measurements.getLast()));
    }
    System.out.println();
    System.out.println(GrowthTable.of(growth, measurements));
    GrowthPlots.draw(growth, measurements, directory);
  }

  private static Measurement measure(Step step, Path directory)
      throws IOException, InterruptedException {
    Path goku = Path.of("goku").toAbsolutePath();
    try (var server = new MeasuredServer(goku, Files.createDirectories(directory), step)) {
      Instant end = Instant.now();
      List<JsonNode> loads = new ArrayList<>();
      for (int left = Step.LOADS - 1; left >= 0; left--) {
        loads.add(server.load(step, end.minus(step.length().multipliedBy(left))));
      }
      var warm = loads.subList(Step.LOADS - Step.COUNTED_LOADS, Step.LOADS);
      return new Measurement(step, loads.getFirst(), warm, server.ask(step, end, QUERIES));
    }
  }
}
