package goku.shortterm.shard;

import static goku.shortterm.shard.ShardFixture.ALL;
import static goku.shortterm.shard.ShardFixture.ALWAYS;
import static goku.shortterm.shard.ShardFixture.START;
import static org.assertj.core.api.Assertions.assertThat;

import goku.memory.Blocks;
import goku.memory.Purpose;
import goku.model.HistogramMetric;
import goku.model.PointBuffer;
import goku.model.SeriesFilter;
import goku.model.SeriesName;
import goku.model.TimeRange;
import goku.model.histogram.Histograms;
import goku.query.Resolution;
import goku.query.SeriesSelection;
import goku.testkit.histogram.PlainSum;
import goku.testkit.histogram.RandomHistograms;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicLong;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.junit.jupiter.api.Test;

class HistogramsInShardTest {
  private static final long AT = START.toEpochMilli();
  private static final long BUDGET = 4 << 20;
  private static final String METRIC = HistogramMetric.of("m");
  private static final SeriesName SERIES = SeriesName.of(METRIC, Map.of("a", "b"));

  @Property(tries = 100)
  void theLastHistogramOfEachTimeIsReadBackThroughDeletes(@ForAll long seed) {
    var random = new Random(seed);
    var histograms = new RandomHistograms(random);
    var wanted = new TreeMap<Long, String>();
    try (var fixture = new ShardFixture(BUDGET)) {
      for (int i = 0; i < 80; i++) {
        long time = AT + 1000L * random.nextInt(60);
        byte[] bytes = histograms.bytes();
        fixture.addHistogram(SERIES, time, bytes);
        fixture.add("m a=b", time, i);
        wanted.put(time, text(bytes));
        if (random.nextInt(5) == 0) {
          fixture.send();
          fixture.shard.tick(0);
        }
        if (random.nextInt(20) == 0) {
          fixture.send();
          long from = AT + 1000L * random.nextInt(60);
          long to = from + 1000L * random.nextInt(20);
          fixture.delete(new SeriesFilter(METRIC, List.of(), false), new TimeRange(from, to));
          wanted.subMap(from, true, to, true).clear();
        }
      }
      fixture.send();
      assertThat(read(fixture, METRIC)).isEqualTo(wanted);
    }
  }

  @Test
  void histogramsWithoutRoomWaitForRoom() {
    var nanos = new AtomicLong();
    var histograms = new RandomHistograms(new Random(7));
    var wanted = new TreeMap<Long, String>();
    try (var fixture = new ShardFixture(BUDGET, nanos::get)) {
      fixture.addHistogram(SERIES, AT, histograms.bytes());
      fixture.send();
      try (var others = new Blocks(fixture.memory.pool(), fixture.memory.use())) {
        while (others.allocate(64, Purpose.STREAMS) != Blocks.NONE) {
          // takes all the room
        }
        for (int i = 0; i < 5000; i++) {
          byte[] bytes = histograms.bytes();
          fixture.addHistogram(SERIES, AT + i, bytes);
          wanted.put(AT + i, text(bytes));
        }
        fixture.send();
        assertThat(fixture.shard.isStalled()).isTrue();
      }
      nanos.addAndGet(Duration.ofSeconds(2).toNanos());
      fixture.shard.proceed();
      assertThat(fixture.shard.isStalled()).isFalse();
      assertThat(read(fixture, METRIC)).isEqualTo(wanted);
    }
  }

  private static Map<Long, String> read(ShardFixture fixture, String metric) {
    Map<Long, String> found = new TreeMap<>();
    try (SeriesSelection selection = fixture.reader.select(ALL, ALWAYS, Resolution.RAW)) {
      var points = new PointBuffer();
      for (int i = 0; i < selection.size(); i++) {
        if (selection.metric(i).equals(metric)) {
          selection.reader().read(i, points);
          for (int n = 0; n < points.size(); n++) {
            found.put(
                points.timestamps()[n], PlainSum.text(points.histograms(), points.histogram(n)));
          }
        }
      }
    }
    return found;
  }

  private static String text(byte[] bytes) {
    var store = new Histograms();
    return PlainSum.text(store, store.read(bytes, 0, bytes.length));
  }
}
