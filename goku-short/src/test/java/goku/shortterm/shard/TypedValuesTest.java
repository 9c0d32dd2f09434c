package goku.shortterm.shard;

import static goku.shortterm.shard.ShardFixture.ALL;
import static goku.shortterm.shard.ShardFixture.ALWAYS;
import static goku.shortterm.shard.ShardFixture.START;
import static org.assertj.core.api.Assertions.assertThat;

import goku.memory.Blocks;
import goku.memory.Purpose;
import goku.model.PointBuffer;
import goku.model.SeriesFilter;
import goku.model.TimeRange;
import goku.model.ValueType;
import goku.query.Resolution;
import goku.query.SeriesSelection;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicLong;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.junit.jupiter.api.Test;

/// Values that are wide integers, or whole doubles.
class TypedValuesTest {
  private static final long AT = START.toEpochMilli();
  private static final long WIDE = (1L << 53) + 1;
  private static final long BUDGET = 4 << 20;
  private static final int SERIES = 5000;

  private record Value(double word, ValueType type) {
    static Value of(long integer) {
      return ValueType.fitsDouble(integer)
          ? new Value(integer, ValueType.PLAIN)
          : new Value(ValueType.word(integer), ValueType.LONGS);
    }

    static Value of(double value) {
      return new Value(value, ValueType.isInteger(value) ? ValueType.DOUBLES : ValueType.PLAIN);
    }

    boolean isInteger() {
      return type == ValueType.LONGS || (type == ValueType.PLAIN && ValueType.isInteger(word));
    }

    long integer() {
      return type == ValueType.LONGS ? ValueType.integer(word) : (long) word;
    }

    double asDouble() {
      return type == ValueType.LONGS ? (double) integer() : word;
    }
  }

  @Property(tries = 200)
  void aSeriesIsExactIfAllItsValuesWereIntegers(@ForAll long seed) {
    var random = new Random(seed);
    boolean onlyIntegers = random.nextBoolean();
    var written = new TreeMap<Long, Value>();
    boolean wereIntegers = true;
    try (var fixture = new ShardFixture(BUDGET)) {
      for (int i = 0; i < 60; i++) {
        Value value = draw(random, onlyIntegers);
        long time = AT + 1000L * random.nextInt(50);
        fixture.add("m a=b", time, value.word, value.type);
        written.put(time, value);
        wereIntegers &= value.isInteger();
        if (random.nextInt(3) == 0) {
          fixture.send();
          fixture.shard.tick(0);
        }
      }
      fixture.send();
      PointBuffer found = read(fixture);
      assertThat(found.isIntegers()).isEqualTo(wereIntegers);
      assertThat(found.size()).isEqualTo(written.size());
      int i = 0;
      for (Value value : written.values()) {
        if (wereIntegers) {
          assertThat(found.integer(i)).isEqualTo(value.integer());
        }
        assertThat(found.values()[i++]).isEqualTo(value.asDouble());
      }
    }
  }

  private static Value draw(Random random, boolean onlyIntegers) {
    return switch (random.nextInt(onlyIntegers ? 3 : 5)) {
      case 0 -> Value.of((long) random.nextInt(100));
      case 1 -> Value.of(WIDE + 2L * random.nextInt(100));
      case 2 -> Value.of(random.nextLong());
      case 3 -> Value.of((double) random.nextInt(100));
      default -> Value.of(random.nextInt(1000) / 8.0);
    };
  }

  @Test
  void aDeleteLeavesWideIntegersExact() {
    try (var fixture = new ShardFixture(BUDGET)) {
      fixture.add("m a=b", AT, 20, ValueType.PLAIN);
      fixture.add("m a=b", AT + 1000, ValueType.word(WIDE), ValueType.LONGS);
      fixture.add("m a=b", AT + 2000, 21, ValueType.PLAIN);
      fixture.send();
      fixture.delete(new SeriesFilter("m", List.of(), false), new TimeRange(AT, AT));
      PointBuffer left = read(fixture);
      assertThat(left.size()).isEqualTo(2);
      assertThat(left.integer(0)).isEqualTo(WIDE);
      fixture.add("m a=b", AT + 3000, 7, ValueType.PLAIN);
      fixture.send();
      assertThat(read(fixture).integer(2)).isEqualTo(7);
    }
  }

  @Test
  void aStreamWithoutRoomForItsIntegersWaitsForRoom() {
    var nanos = new AtomicLong();
    try (var fixture = new ShardFixture(BUDGET, nanos::get)) {
      for (int series = 0; series < SERIES; series++) {
        fixture.add("m s=" + series, AT, 20, ValueType.PLAIN);
      }
      fixture.send();
      try (var others = new Blocks(fixture.memory.pool(), fixture.memory.use())) {
        while (others.allocate(64, Purpose.STREAMS) != Blocks.NONE) {
          // takes all the room
        }
        for (int series = 0; series < SERIES; series++) {
          fixture.add("m s=" + series, AT + 1000, ValueType.word(WIDE), ValueType.LONGS);
        }
        fixture.send();
        assertThat(fixture.shard.isStalled()).isTrue();
      }
      nanos.addAndGet(Duration.ofSeconds(2).toNanos());
      fixture.shard.proceed();
      assertThat(fixture.shard.isStalled()).isFalse();
      List<PointBuffer> all = readAll(fixture);
      assertThat(all).hasSize(SERIES);
      assertThat(all)
          .allSatisfy(
              points -> {
                assertThat(points.integer(0)).isEqualTo(20);
                assertThat(points.integer(1)).isEqualTo(WIDE);
                assertThat(points.size()).isEqualTo(2);
              });
    }
  }

  @Test
  void replacedStreamsAreFreed() {
    try (var fixture = new ShardFixture(BUDGET)) {
      for (int series = 0; series < 100; series++) {
        fixture.add("m s=" + series, AT, 20, ValueType.PLAIN);
      }
      fixture.send();
      long before = fixture.memory.pool().availableBytes();
      for (int series = 0; series < 100; series++) {
        fixture.add("m s=" + series, AT + 1000, ValueType.word(WIDE), ValueType.LONGS);
        fixture.add("m s=" + series, AT + 2000, 1, ValueType.DOUBLES);
      }
      fixture.send();
      fixture.shard.tick(0);
      fixture.shard.tick(0);
      assertThat(fixture.memory.pool().availableBytes()).isEqualTo(before);
    }
  }

  private static PointBuffer read(ShardFixture fixture) {
    return readAll(fixture).getFirst();
  }

  private static List<PointBuffer> readAll(ShardFixture fixture) {
    List<PointBuffer> all = new ArrayList<>();
    try (SeriesSelection selection = fixture.reader.select(ALL, ALWAYS, Resolution.RAW)) {
      for (int i = 0; i < selection.size(); i++) {
        var points = new PointBuffer();
        selection.reader().read(i, points);
        all.add(points);
      }
    }
    return all;
  }
}
