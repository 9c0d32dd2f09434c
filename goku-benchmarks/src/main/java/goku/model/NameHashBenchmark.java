package goku.model;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;

/// Hashing a name of the length that agents send.
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
public class NameHashBenchmark {
  private final byte[] name =
      "host.cpu.time az=us-east-1a cluster=web core=12 host=web-0123 mode=user os=ubuntu"
          .getBytes(UTF_8);

  @Benchmark
  public long hash() {
    return SeriesName.ofCanonical(name).hash();
  }
}
