package goku.ingest.parse;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;

/// One put line to a canonical name, its hashes, a timestamp and a value.
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
public class LineParserBenchmark {
  @Param({
    "put host.cpu.time 1795220487 4211.25 core=1 host=web-0123 mode=user",
    "put host.cpu.time 1795220487803 4211.25 host=web-0123 mode=user az=us-east-1a cluster=web"
        + " core=1"
  })
  private String line = "";

  private final LineParser parser =
      new LineParser(SeriesNameRules.generous(32, 1 << 10, 8 << 10), 64 << 10);
  private final Datapoint point = new Datapoint();
  private byte[] bytes = {};

  @Benchmark
  public @Nullable Rejection parse() {
    if (bytes.length == 0) {
      bytes = line.getBytes(UTF_8);
    }
    return parser.parse(bytes, 0, bytes.length, point);
  }
}
