package goku.standalone.bench.ask;

import goku.standalone.bench.load.Schedule;
import goku.standalone.bench.wire.HttpWire;
import java.io.IOException;
import java.time.Duration;
import java.util.Arrays;
import java.util.SplittableRandom;
import java.util.function.LongConsumer;

/// A client that sends queries of random hosts and ranges, one after the other on one connection.
///
/// @param seed equal seeds give equal queries
/// @param warmUp how long each type is queried before it is timed
public record Questions(Server server, Schedule schedule, int hosts, long seed, Duration warmUp) {
  /// Sends queries of a type.
  ///
  /// @param count the number of timed queries, after the warm-up
  /// @param progress receives each timed query
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
