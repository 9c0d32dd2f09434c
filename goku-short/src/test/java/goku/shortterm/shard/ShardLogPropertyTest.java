package goku.shortterm.shard;

import static goku.shortterm.shard.ShardFixture.ALL;
import static goku.shortterm.shard.ShardFixture.ALWAYS;
import static goku.shortterm.shard.ShardFixture.START;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.google.re2j.Pattern;
import goku.format.finalize.FinalizeRecord;
import goku.model.NameKind;
import goku.model.PointBuffer;
import goku.model.SeriesFilter;
import goku.model.SeriesName;
import goku.model.TagFilter;
import goku.model.TimeRange;
import goku.query.Resolution;
import goku.query.SeriesSelection;
import goku.query.TagTerms;
import goku.testkit.DirectoryTree;
import goku.testkit.shard.MemoryShard;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.Tuple;
import net.jqwik.api.lifecycle.AfterContainer;
import net.jqwik.api.lifecycle.BeforeContainer;

/// Tests of random logs of batches, deletes and finalizations. A shard applies them while readers
/// use it and another thread writes its files, and a map applies them too.
class ShardLogPropertyTest {
  private static final long NOW = START.toEpochMilli();
  private static final int HOSTS = 30;

  /// The range of times: six hours, which is up to four buckets.
  private static final int SECONDS = 6 * 3600;

  /// A record of the log.
  sealed interface Step {}

  record Write(long seed, int points) implements Step {}

  record Delete(SeriesFilter filter, TimeRange range) implements Step {}

  record Finalize(long throughMillis) implements Step {}

  private static final ExecutorService BACKGROUND = Executors.newSingleThreadExecutor();
  private static Path directory = Path.of("");
  private static int shards;

  @BeforeContainer
  static void makeDirectory() throws IOException {
    directory = Files.createTempDirectory("shards");
  }

  @AfterContainer
  static void removeDirectory() {
    BACKGROUND.close();
    new DirectoryTree(directory).remove();
  }

  @Property(tries = 30)
  void aShardEndsAsAMapDoes(@ForAll("logs") List<Step> log) {
    var map = new MemoryShard();
    try (var fixture = sliced()) {
      for (Step step : log) {
        apply(step, fixture);
        apply(step, map);
      }
      fixture.finishDeletes();
      assertSame(fixture, map);
      fixture.delete(new SeriesFilter("cpu", List.of(), false), ALWAYS);
      fixture.delete(new SeriesFilter("mem", List.of(), false), ALWAYS);
      assertThat(fixture.readAll()).isEmpty();
      assertThat(fixture.shard.index().size()).isZero();
    }
  }

  @Property(tries = 15)
  void aReplayEndsTheSameHoweverItIsSliced(@ForAll("logs") List<Step> log) {
    try (var fast =
            new ShardFixture(
                64 << 20, System::nanoTime, Runnable::run, new DirectoryOutput(newDirectory()));
        var slow = sliced()) {
      for (Step step : log) {
        apply(step, fast);
        apply(step, slow);
      }
      fast.finishDeletes();
      slow.finishDeletes();
      assertThat(slow.readAll()).isEqualTo(fast.readAll());
      assertThat(slow.shard.index().size()).isEqualTo(fast.shard.index().size());
    }
  }

  @Property(tries = 20)
  void readersNeverSeeMemoryThatWasGivenBack(@ForAll("logs") List<Step> log) {
    var done = new AtomicBoolean();
    try (var fixture = sliced()) {
      var reading = CompletableFuture.runAsync(() -> readUntil(done, fixture));
      try {
        for (int again = 0; again < 10; again++) {
          log.forEach(step -> apply(step, fixture));
        }
        fixture.finishDeletes();
      } finally {
        done.set(true);
      }
      reading.join();
    }
  }

  /// A value tells its series and time: what a reader gets under a name must be of that name.
  private static void readUntil(AtomicBoolean done, ShardFixture fixture) {
    var points = new PointBuffer();
    while (!done.get()) {
      try (SeriesSelection selection = fixture.reader.select(ALL, ALWAYS, Resolution.RAW)) {
        var terms = new TagTerms(selection);
        for (int i = 0; i < selection.size(); i++) {
          terms.load(i);
          String host = selection.tag(terms.get(0)).value();
          selection.reader().read(i, points);
          for (int n = 0; n < points.size(); n++) {
            assertThat(points.values()[n])
                .isEqualTo(value(selection.metric(i), host, points.timestamps()[n]));
          }
        }
      }
    }
  }

  private static void apply(Step step, ShardFixture fixture) {
    switch (step) {
      case Write write -> {
        points(write, point -> fixture.add(point.name(), point.timestampMillis(), point.value()));
        fixture.send();
      }
      case Delete delete -> fixture.beginToDelete(delete.filter(), delete.range());
      case Finalize decision ->
          fixture.append(new FinalizeRecord(decision.throughMillis()).toBytes());
    }
  }

  private static void apply(Step step, MemoryShard map) {
    switch (step) {
      case Write write ->
          points(
              write,
              point ->
                  map.put(
                      SeriesName.ofCanonical(point.name().getBytes(UTF_8)),
                      point.timestampMillis(),
                      point.value()));
      case Delete delete -> map.delete(delete.filter(), delete.range());
      case Finalize decision -> {
        // changes nothing that can be seen
      }
    }
  }

  private record Point(String name, long timestampMillis, double value) {}

  private static void points(Write write, Consumer<Point> sink) {
    var random = new Random(write.seed());
    for (int i = 0; i < write.points(); i++) {
      String metric = random.nextInt(4) == 0 ? "mem" : "cpu";
      String host = (random.nextBoolean() ? "web" : "db") + random.nextInt(HOSTS);
      String rack = random.nextBoolean() ? " rack=r" + random.nextInt(3) : "";
      // some have a fraction of a second, so that streams change their unit
      long fraction = random.nextInt(10) == 0 ? 7 : 0;
      long timestamp = NOW - random.nextInt(SECONDS) * 1000L - fraction;
      double value = value(metric, host, timestamp);
      sink.accept(new Point(metric + " host=" + host + rack, timestamp, value));
    }
  }

  private static double value(String metric, String host, long timestampMillis) {
    return (metric + host).hashCode() + (timestampMillis - NOW) * 0.5;
  }

  private static void assertSame(ShardFixture fixture, MemoryShard map) {
    assertThat(fixture.readAll()).isEqualTo(ShardFixture.read(map, ALL, ALWAYS));
    for (NameKind kind : NameKind.values()) {
      assertThat(fixture.reader.suggest(kind, "", 1000)).isEqualTo(map.suggest(kind, "", 1000));
    }
  }

  /// A shard whose deletes take a few series at a time, and whose files are written meanwhile.
  private static ShardFixture sliced() {
    var nanos = new AtomicLong();
    return new ShardFixture(
        64 << 20,
        () -> nanos.addAndGet(Duration.ofMillis(20).toNanos()),
        BACKGROUND,
        new DirectoryOutput(newDirectory()));
  }

  private static Path newDirectory() {
    try {
      return Files.createDirectory(directory.resolve(Integer.toString(shards++)));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Provide
  Arbitrary<List<Step>> logs() {
    Arbitrary<Step> writes =
        Combinators.combine(Arbitraries.longs(), Arbitraries.integers().between(1, 2000))
            .as(Write::new);
    Arbitrary<Step> deletes = Combinators.combine(filters(), ranges()).as(Delete::new);
    Arbitrary<Step> finalizations =
        Arbitraries.integers().between(0, SECONDS).map(ago -> new Finalize(NOW - ago * 1000L));
    return Arbitraries.frequencyOf(
            Tuple.of(3, writes), Tuple.of(1, deletes), Tuple.of(2, finalizations))
        .list()
        .ofMinSize(2)
        .ofMaxSize(12);
  }

  private static Arbitrary<SeriesFilter> filters() {
    Arbitrary<TagFilter> filter =
        Arbitraries.of(
            new TagFilter.AnyValue("host", true),
            new TagFilter.NotKey("rack"),
            new TagFilter.Regexp("host", Pattern.compile("^web.*1$"), false),
            new TagFilter.LiteralOr("rack", Set.of("r0", "r1"), false, false, false),
            new TagFilter.LiteralOr("host", Set.of("WEB1", "DB2", "db3"), true, true, false));
    return Combinators.combine(
            Arbitraries.of("cpu", "mem", "none"),
            filter.list().ofMaxSize(2),
            Arbitraries.of(true, false))
        .as(
            (metric, filters, explicit) ->
                new SeriesFilter(metric, filters, explicit && !filters.isEmpty()));
  }

  private static Arbitrary<TimeRange> ranges() {
    Arbitrary<Integer> seconds = Arbitraries.integers().between(0, SECONDS);
    Arbitrary<TimeRange> some =
        Combinators.combine(seconds, seconds)
            .as(
                (a, b) ->
                    new TimeRange(NOW - Math.max(a, b) * 1000L, NOW - Math.min(a, b) * 1000L));
    return Arbitraries.oneOf(some, Arbitraries.of(ALWAYS, new TimeRange(0, NOW)));
  }
}
