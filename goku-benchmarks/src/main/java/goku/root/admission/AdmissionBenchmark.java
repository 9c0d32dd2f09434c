package goku.root.admission;

import goku.config.ConfigLoader;
import goku.http.HttpHandler;
import goku.http.HttpRequest;
import goku.http.HttpResponse;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.io.IOException;
import java.io.OutputStream;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;

/// A benchmark of the cost that admission adds to an admitted query.
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Fork(1)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 5, time = 1)
public class AdmissionBenchmark {
  private static final HttpRequest REQUEST =
      new HttpRequest("GET", "/api/query", Map.of(), Map.of(), new byte[0], "/10.0.0.1:5000");

  private final HttpHandler plain = request -> HttpResponse.noContent();

  /// `none` is the handler without a door; `default` the settings as they come; `rates` high ones.
  @Param({"none", "default", "rates"})
  public String door = "none";

  private HttpHandler handler = plain;

  @Setup
  public void setUp() {
    if (!door.equals("none")) {
      String[] flags =
          door.equals("rates")
              ? new String[] {
                "--rate-limit=1000000", "--rate-limit-per-client=1000000", "--rate-limit-burst=1h"
              }
              : new String[0];
      AdmissionConfig config = ConfigLoader.defaults(AdmissionConfig.class, flags);
      handler =
          new Admission(config, Duration.ofMinutes(1), new SimpleMeterRegistry(), System::nanoTime)
              .guard(plain);
    }
  }

  @Benchmark
  public void query() throws Exception {
    write(handler.handle(REQUEST));
  }

  private static void write(HttpResponse response) throws IOException {
    response.body().writeTo(OutputStream.nullOutputStream());
  }
}
