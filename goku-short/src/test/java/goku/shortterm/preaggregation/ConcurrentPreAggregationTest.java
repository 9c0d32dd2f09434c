package goku.shortterm.preaggregation;

import static goku.shortterm.preaggregation.Asked.MINUTE;
import static goku.shortterm.preaggregation.Asked.NOW;
import static goku.shortterm.preaggregation.Asked.sumByDc;
import static org.assertj.core.api.Assertions.assertThat;

import goku.model.PreAggregation;
import goku.query.aggregator.Aggregator;
import goku.query.merge.AggregatedPoints;
import goku.query.merge.GroupResult;
import goku.shortterm.shard.ShardFixture;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

/// Queries while the writer appends, brings late datapoints and makes groups.
class ConcurrentPreAggregationTest {
  private static final List<PreAggregation> RULES =
      List.of(new PreAggregation("cpu", List.of("dc"), Duration.ofMinutes(1)));
  private static final int HOSTS = 40;
  private static final int MINUTES = 110;
  private static final int ROUNDS = 30;

  /// All values are one, and hosts report in turn. At any moment, no minute has fewer hosts than
  /// the next one, and none has more than there are.
  @Test
  void aQuerySeesCellsAsTheyWereAtOneMoment() {
    try (var fixture = new ShardFixture(64 << 20)) {
      fixture.shard.preAggregates().follow(() -> RULES, 10_000);
      fixture.shard.tick(0);
      var writing = CompletableFuture.runAsync(() -> write(fixture));
      Asked asked = sumByDc().every(1, Aggregator.SUM).over(NOW, NOW + MINUTES * MINUTE);
      int fromCells = 0;
      while (!writing.isDone()) {
        Asked.Answer answer = asked.of(fixture.reader);
        answer.groups().values().forEach(ConcurrentPreAggregationTest::assertPlausible);
        fromCells += answer.isFromCells() ? 1 : 0;
      }
      writing.join();
      assertThat(fromCells).isPositive();
      Asked.Answer last = asked.of(fixture.reader);
      assertThat(last.isFromCells()).isTrue();
      asked.assertSame(last, asked.ofSeries(fixture.reader));
    }
  }

  /// Writes rounds of hosts per data center, in which every seventh datapoint is late.
  private static void write(ShardFixture fixture) {
    for (int round = 0; round < ROUNDS; round++) {
      for (int minute = 0; minute < MINUTES; minute++) {
        for (int host = 0; host < HOSTS; host++) {
          if (!isLate(host, minute)) {
            put(fixture, round, host, minute);
          }
          if (isLate(host, minute - 1)) {
            put(fixture, round, host, minute - 1);
          }
        }
        fixture.send();
      }
      for (int host = 0; host < HOSTS; host++) {
        put(fixture, round, host, MINUTES - 1);
      }
      fixture.send();
      fixture.shard.tick(0);
    }
  }

  /// The first minute comes in time, so that every host has it before any has the next.
  private static boolean isLate(int host, int minute) {
    return minute > 0 && (minute + host) % 7 == 6;
  }

  private static void put(ShardFixture fixture, int round, int host, int minute) {
    fixture.add("cpu dc=dc%d host=h%d".formatted(round, host), NOW + minute * MINUTE, 1);
  }

  /// A series is interpolated where its datapoint is late, so a minute lacks only hosts that the
  /// next ones lack too.
  private static void assertPlausible(GroupResult group) {
    AggregatedPoints points = group.points();
    for (int i = 0; i < points.size(); i++) {
      assertThat(points.doubleValue(i)).isBetween(1.0, (double) HOSTS);
      if (i > 0) {
        assertThat(points.doubleValue(i)).isLessThanOrEqualTo(points.doubleValue(i - 1));
      }
    }
  }
}
