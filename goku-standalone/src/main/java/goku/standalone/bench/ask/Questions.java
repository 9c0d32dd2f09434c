package goku.standalone.bench.ask;

import goku.standalone.bench.load.Schedule;
import goku.standalone.bench.wire.HttpWire;
import java.io.IOException;
import java.time.Duration;
import java.util.Arrays;
import java.util.SplittableRandom;
import java.util.function.LongConsumer;

/// Asks queries of random hosts and ranges, one after the other on one connection.
///
/// @param seed equal ones ask the same
/// @param warmUp how long each type is asked before it is timed
public record Questions(Server server, Schedule schedule, int hosts, long seed, Duration warmUp) {
  /// Asks queries of a type.
  ///
  /// @param count how many are timed, after others that are not
  /// @param progress told of each that is
  public LatencySummary ask(QueryType type, int count, LongConsumer progress) throws IOException {
    var random = new SplittableRandom(seed);
    long[] nanos = new long[count];
    try (var http = new HttpWire(server.url())) {
      long warm = System.nanoTime() + warmUp.toNanos();
      while (System.nanoTime() < warm) {
        http.read(type.random(server.language(), schedule, hosts, random));
      }
      for (int i = 0; i < count; i++) {
        String query = type.random(server.language(), schedule, hosts, random);
        long began = System.nanoTime();
        http.read(query);
        nanos[i] = System.nanoTime() - began;
        progress.accept(1);
      }
    }
    Arrays.sort(nanos);
    return LatencySummary.of(type, nanos);
  }
}
