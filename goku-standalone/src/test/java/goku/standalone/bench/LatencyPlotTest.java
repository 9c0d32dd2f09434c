package goku.standalone.bench;

import static org.assertj.core.api.Assertions.assertThat;

import goku.standalone.bench.ask.LatencySummary;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LatencyPlotTest {
  @TempDir Path directory;

  @Test
  void eachTypeOfQueryIsALine() throws IOException {
    Path one = directory.resolve("one.svg");
    LatencyPlot.write(List.of(latencies("one")), one);
    Path two = directory.resolve("two.svg");
    LatencyPlot.write(List.of(latencies("one"), latencies("two")), two);
    assertThat(one).content().contains("<svg", "</svg>");
    assertThat(colours(two)).containsAll(colours(one)).hasSizeGreaterThan(colours(one).size());
  }

  private static Set<String> colours(Path svg) throws IOException {
    return Pattern.compile("stroke:rgb[^;]*;")
        .matcher(Files.readString(svg))
        .results()
        .map(MatchResult::group)
        .collect(Collectors.toSet());
  }

  private static LatencySummary latencies(String query) {
    List<Double> percentiles = IntStream.range(1, 100).mapToObj(i -> i / 10.0).toList();
    return new LatencySummary(query, 100, 5, 5, 9.5, 9.9, 10, percentiles);
  }
}
