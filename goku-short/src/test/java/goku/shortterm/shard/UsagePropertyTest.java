package goku.shortterm.shard;

import static org.assertj.core.api.Assertions.assertThat;

import goku.format.finalize.FinalizeRecord;
import goku.memory.Purpose;
import goku.model.SeriesFilter;
import goku.model.TagFilter;
import goku.model.TimeRange;
import goku.query.usage.MetricUsage;
import goku.query.usage.ShardUsage;
import goku.query.usage.TagKeyUsage;
import goku.query.usage.TagValueUsage;
import goku.shortterm.bucket.Bucket;
import goku.shortterm.shard.UsageReference.Expected;
import goku.shortterm.usage.UsageCounter;
import goku.testkit.DirectoryTree;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.lifecycle.AfterProperty;
import net.jqwik.api.lifecycle.BeforeProperty;

/// Tests of a shard's usage after random writes, deletes, finalizations and hours, against a count
/// of all datapoints.
class UsagePropertyTest {
  private static final List<String> METRICS = List.of("cpu", "cpu.user", "mem", "net");
  private static final int STEPS = 25;
  private static final int HOURS = 6;

  private Path directory = Path.of("");

  @BeforeProperty
  void makeDirectory() throws IOException {
    directory = Files.createTempDirectory("usage");
  }

  @AfterProperty
  void removeDirectory() {
    new DirectoryTree(directory).remove();
  }

  @Property(tries = 20)
  void countsAreThoseOfAllDatapoints(@ForAll long seed) throws IOException {
    var random = new Random(seed);
    var reference = new UsageReference();
    Path files = Files.createTempDirectory(directory, "shard");
    try (var fixture =
        new ShardFixture(64 << 20, System::nanoTime, Runnable::run, new DirectoryOutput(files))) {
      for (int step = 0; step < STEPS; step++) {
        doSomething(random, fixture, reference);
        fixture.clock.advance(UsageCounter.MAX_AGE);
        fixture.shard.tick(0);
        fixture.shard.tick(0); // evicts what the first found idle
        assertCounts(fixture, reference);
      }
    }
  }

  private static void doSomething(Random random, ShardFixture fixture, UsageReference reference) {
    long now = fixture.clock.millis();
    switch (random.nextInt(8)) {
      case 0 -> {
        fixture.clock.advance(Duration.ofHours(1 + random.nextInt(9)));
        fixture.shard.tick(0);
        long oldest = fixture.clock.millis() - ShardFixture.TTL.toMillis();
        reference.expireBefore(Bucket.numberOf(oldest));
      }
      case 1, 2 -> {
        long through = now - random.nextInt(HOURS * 3600) * 1000L;
        fixture.append(new FinalizeRecord(through).toBytes());
        fixture.shard.tick(0);
        reference.finalizeThrough(through);
      }
      case 3 -> delete(random, now, fixture, reference);
      default -> write(random, now, fixture, reference);
    }
  }

  private static void delete(
      Random random, long now, ShardFixture fixture, UsageReference reference) {
    String metric = METRICS.get(random.nextInt(METRICS.size()));
    long end = now - random.nextInt(HOURS * 3600) * 1000L;
    var range = new TimeRange(end - random.nextInt(HOURS * 3600) * 1000L, end);
    if (random.nextBoolean()) {
      fixture.delete(new SeriesFilter(metric, List.of(), false), range);
      reference.delete(name -> name.startsWith(metric + " "), range);
    } else {
      var rack = new TagFilter.LiteralOr("rack", Set.of("r1"), false, false, false);
      fixture.delete(new SeriesFilter(metric, List.of(rack), false), range);
      reference.delete(name -> name.startsWith(metric + " ") && name.endsWith("rack=r1"), range);
    }
  }

  private static void write(
      Random random, long now, ShardFixture fixture, UsageReference reference) {
    for (int i = random.nextInt(800); i >= 0; i--) {
      String rack = random.nextBoolean() ? " rack=r" + random.nextInt(3) : "";
      String name =
          METRICS.get(random.nextInt(METRICS.size())) + " host=h" + random.nextInt(20) + rack;
      // some timestamps come again, some late
      long timestamp = now - random.nextInt(HOURS * 60) * 60_000L;
      fixture.add(name, timestamp, random.nextDouble());
      reference.put(name, timestamp);
    }
    fixture.send();
  }

  private static void assertCounts(ShardFixture fixture, UsageReference reference) {
    ShardUsage usage = fixture.reader.usage();
    assertThat(
            usage.metrics("").metrics().stream()
                .collect(Collectors.toMap(MetricUsage::metric, UsagePropertyTest::counts)))
        .isEqualTo(reference.metrics(fixture.clock.millis()));
    assertThat(usage.metrics("cpu.").metrics())
        .containsExactlyInAnyOrderElementsOf(
            usage.metrics("").metrics().stream()
                .filter(one -> one.metric().startsWith("cpu."))
                .toList());
    for (String metric : METRICS) {
      assertThat(map(usage.tagKeys(metric), TagKeyUsage::key, key -> (long) key.values().size()))
          .isEqualTo(reference.tagKeys(metric));
      for (String key : List.of("host", "rack", "none")) {
        assertThat(map(usage.tagValues(metric, key), TagValueUsage::value, TagValueUsage::series))
            .isEqualTo(reference.tagValues(metric, key));
      }
    }
    assertBytes(fixture, usage);
  }

  /// Asserts that each byte of streams has its metric, and that every metric with datapoints has
  /// bytes. Names and tables of files have no metric.
  private static void assertBytes(ShardFixture fixture, ShardUsage usage) {
    long bytes = usage.metrics("").metrics().stream().mapToLong(MetricUsage::bytes).sum();
    long streams = fixture.memory.use().bytes(Purpose.STREAMS);
    long files = fixture.memory.use().bytes(Purpose.FINALIZED);
    assertThat(bytes).isBetween(streams, streams + files);
    if (files == 0) {
      assertThat(bytes).isEqualTo(streams);
    }
    assertThat(usage.metrics("").metrics())
        .filteredOn(one -> one.dayPoints() > 0)
        .allSatisfy(one -> assertThat(one.bytes()).isPositive());
  }

  private static Expected counts(MetricUsage usage) {
    return new Expected(usage.series(), usage.dayPoints(), usage.windowPoints());
  }

  private static <T> Map<String, Long> map(
      List<T> all, Function<T, String> name, Function<T, Long> count) {
    return all.stream().collect(Collectors.toMap(name, count));
  }
}
