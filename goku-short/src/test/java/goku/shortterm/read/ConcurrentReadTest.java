package goku.shortterm.read;

import static goku.shortterm.shard.ShardFixture.START;
import static org.assertj.core.api.Assertions.assertThat;

import goku.model.PointBuffer;
import goku.model.SeriesFilter;
import goku.model.TagFilter;
import goku.model.TimeRange;
import goku.query.Resolution;
import goku.query.SeriesSelection;
import goku.query.TagTerms;
import goku.shortterm.shard.ShardFixture;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

/// Queries while the writer makes series, appends and expires.
class ConcurrentReadTest {
  private static final int ROUNDS = 600;
  private static final int HOSTS = 50;
  private static final TimeRange ALWAYS = new TimeRange(Long.MIN_VALUE, Long.MAX_VALUE);
  private static final SeriesFilter FILTER =
      new SeriesFilter(
          "cpu",
          List.of(new TagFilter.LiteralOr("kind", Set.of("kept"), false, false, false)),
          false);

  @Test
  void readersSeeAPrefixOfEverySeries() {
    try (var fixture = new ShardFixture(128 << 20)) {
      var writing = CompletableFuture.runAsync(() -> write(fixture));
      Map<String, Integer> seen = new HashMap<>();
      while (!writing.isDone()) {
        readOnce(fixture, seen);
      }
      writing.join();
      readOnce(fixture, seen);
      assertThat(seen).hasSize(HOSTS);
      seen.forEach((host, count) -> assertThat(count).as(host).isEqualTo(ROUNDS));
    }
  }

  /// Series begin one after the other; each gets its n-th datapoint n seconds after the start, and
  /// others pass by whose slots are used again.
  private static void write(ShardFixture fixture) {
    long start = START.toEpochMilli();
    for (int round = 0; round < ROUNDS + HOSTS; round++) {
      for (int host = Math.max(0, round - ROUNDS + 1); host <= Math.min(round, HOSTS - 1); host++) {
        int n = round - host;
        fixture.add("cpu host=h" + host + " kind=kept", start + n * 1000L, value(host, n));
      }
      for (int i = 0; i < 40; i++) {
        String passing = "cpu host=p" + round + "-" + i + " kind=passing";
        fixture.add(passing, start - Duration.ofHours(23).toMillis() + round, i);
      }
      fixture.send();
      if (round % 100 == 99) {
        fixture.clock.set(START.plus(Duration.ofHours(4)));
        fixture.shard.tick(0);
        fixture.clock.set(START);
        fixture.shard.tick(0);
      }
    }
  }

  private static double value(int host, int n) {
    return host * 1000 + n * 0.5;
  }

  private static void readOnce(ShardFixture fixture, Map<String, Integer> seen) {
    var points = new PointBuffer();
    try (SeriesSelection selection = fixture.reader.select(FILTER, ALWAYS, Resolution.RAW)) {
      var terms = new TagTerms(selection);
      for (int i = 0; i < selection.size(); i++) {
        terms.load(i);
        assertThat(selection.metric(i)).isEqualTo("cpu");
        assertThat(selection.tag(terms.get(1)).value()).isEqualTo("kept");
        String host = selection.tag(terms.get(0)).value();
        selection.reader().read(i, points);
        assertThat(points.size()).isGreaterThanOrEqualTo(seen.getOrDefault(host, 0));
        seen.put(host, points.size());
        for (int n = 0; n < points.size(); n++) {
          assertThat(points.timestamps()[n]).isEqualTo(START.toEpochMilli() + n * 1000L);
          assertThat(points.values()[n]).isEqualTo(value(Integer.parseInt(host.substring(1)), n));
        }
      }
    }
  }
}
