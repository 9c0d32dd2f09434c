package goku.integration.tiers;

import goku.integration.query.AskedQuery;
import goku.integration.reference.Downsampling;
import goku.integration.reference.Filter;
import goku.integration.reference.Rate;
import goku.integration.reference.Request;
import goku.integration.reference.SubQuery;
import goku.model.Disk;
import goku.model.Tier;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.jspecify.annotations.Nullable;

/// Queries as of a moment whose ranges reach across the times where something changes: from memory
/// to disk, from tier to tier, from raw datapoints to rollups and between these, and the end of
/// all. Each is asked over one such time, over several, and over everything. The same seed gives
/// the same queries.
final class TierQueries {
  private static final List<String> AGGREGATORS =
      List.of("sum", "avg", "min", "max", "count", "none", "zimsum", "mimmax", "p95", "dev");
  private static final List<String> FUNCTIONS =
      List.of("sum", "avg", "count", "min", "max", "p99", "last", "dev");
  private static final ZoneId ZONE = ZoneId.of("Europe/Berlin");

  private final Random random;
  private final Instant now;
  private final List<Long> edges = new ArrayList<>();

  private TierQueries(long seed, Disk disk, Duration memoryTtl, Instant now) {
    random = new Random(seed);
    this.now = now;
    var retention = new Retention(disk, now);
    edges.add(now.minus(memoryTtl).toEpochMilli());
    edges.add(retention.rawFrom());
    for (int n = 0; n < retention.rollups().size(); n++) {
      edges.add(retention.rollupFrom(n));
    }
    for (Tier tier : disk.tiers()) {
      edges.add(tier.startOf(now.minus(tier.bucket()).toEpochMilli()));
      edges.add(now.minus(tier.ttl()).toEpochMilli());
    }
  }

  static List<AskedQuery> of(long seed, Disk disk, Duration memoryTtl, Instant now, int count) {
    var queries = new TierQueries(seed, disk, memoryTtl, now);
    List<AskedQuery> asked = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      asked.add(queries.next());
    }
    return asked;
  }

  private AskedQuery next() {
    long edge = oneOf(edges);
    long other = random.nextInt(3) == 0 ? oneOf(edges) : edge;
    long reach = Duration.ofHours(oneOf(List.of(1L, 7L, 30L, 200L))).toMillis();
    long start = Math.min(edge, other) - (long) (random.nextDouble() * reach);
    long end = Math.max(edge, other) + (long) (random.nextDouble() * reach) + 1;
    long last = Math.min(end, now.toEpochMilli());
    boolean whole = random.nextBoolean();
    var request =
        new Request(
            whole ? hour(start) : start,
            Math.max(whole ? hour(last) : last, hour(start) + Duration.ofHours(1).toMillis()),
            List.of(subQuery(last - start)));
    return new AskedQuery(request, true, false, true);
  }

  private SubQuery subQuery(long lengthMillis) {
    return new SubQuery(
        oneOf(AGGREGATORS),
        oneOf(TierData.METRICS),
        filters(),
        false,
        downsampling(lengthMillis),
        random.nextInt(4) == 0 ? Rate.PLAIN : null);
  }

  private List<Filter> filters() {
    return switch (random.nextInt(4)) {
      case 0 -> List.of(new Filter("wildcard", "host", "*", true));
      case 1 -> List.of(new Filter("regexp", "host", "web0[0-4]", false));
      case 2 -> List.of(new Filter("wildcard", "dc", "*", true));
      default -> List.of();
    };
  }

  /// Whole multiples of rollups, parts of them, days of the calendar, the whole range, or none.
  private @Nullable Downsampling downsampling(long lengthMillis) {
    String fill = random.nextInt(4) == 0 ? "nan" : "none";
    String function = oneOf(FUNCTIONS);
    boolean isLong = lengthMillis > Duration.ofDays(30).toMillis();
    return switch (random.nextInt(isLong ? 4 : 7)) {
      case 0 -> new Downsampling(1, "h", false, ZONE, function, fill);
      case 1 -> new Downsampling(1, "d", random.nextBoolean(), ZONE, function, fill);
      case 2 -> new Downsampling(6, "h", false, ZONE, function, fill);
      case 3 -> new Downsampling(0, "all", false, ZONE, function, "none");
      case 4 -> new Downsampling(15, "m", false, ZONE, function, fill);
      case 5 -> new Downsampling(10, "m", false, ZONE, function, "none");
      default -> null;
    };
  }

  private static long hour(long millis) {
    long hour = Duration.ofHours(1).toMillis();
    return Math.floorDiv(millis, hour) * hour;
  }

  private <T> T oneOf(List<T> some) {
    return some.get(random.nextInt(some.size()));
  }
}
