package goku.longterm.read.cover;

import static goku.longterm.read.cover.CoverFixture.DAY;
import static goku.longterm.read.cover.CoverFixture.DISK;
import static goku.longterm.read.cover.CoverFixture.EPOCH;
import static goku.longterm.read.cover.CoverFixture.HOUR;
import static goku.longterm.read.cover.CoverFixture.MINUTE;
import static goku.longterm.read.cover.CoverFixture.at;
import static goku.longterm.read.cover.CoverFixture.bucket;
import static org.assertj.core.api.Assertions.assertThat;

import goku.model.TimeRange;
import goku.query.Resolution;
import goku.tier.Manifest;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.stream.LongStream;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;

class CoverPropertyTest {
  private static final int SAMPLES = 200;

  @Property(tries = 300)
  void eachTimeIsServedOnceByTheLowestTierOfTheFinestFormThatIsKept(@ForAll long seed) {
    var random = new Random(seed);
    long now = EPOCH + random.nextLong(450 * DAY);
    List<Manifest> buckets = someBuckets(random, now);
    TimeRange range = someRange(random, now);
    Resolution resolution = new Resolution(Resolution.Value.SUM, random.nextInt(5) * (15 * MINUTE));
    List<Segment> cover = Cover.of(buckets, DISK, at(now), range, resolution);
    var horizons = new Horizons(DISK, at(now));
    // the rollup of an interval that begins before the range does not count
    long first = Math.ceilDiv(range.startMillis(), HOUR) * HOUR;
    for (int i = 0; i < SAMPLES && first <= range.endMillis(); i++) {
      long time = random.nextLong(first, range.endMillis() + 1);
      List<Segment> serving = cover.stream().filter(segment -> serves(segment, time)).toList();
      List<Form> forms = forms(buckets, time);
      if (time < horizons.last()) {
        assertThat(serving).isEmpty();
      } else {
        assertThat(serving).hasSize(forms.isEmpty() ? 0 : 1);
        serving.forEach(one -> checkForm(one, forms, horizons, time, resolution));
      }
    }
  }

  @Property(tries = 300)
  void segmentsAscend(@ForAll long seed) {
    var random = new Random(seed);
    long now = EPOCH + random.nextLong(450 * DAY);
    TimeRange range = someRange(random, now);
    long end = range.startMillis();
    for (Segment segment :
        Cover.of(someBuckets(random, now), DISK, at(now), range, Resolution.RAW)) {
      assertThat(segment.fromMillis()).isGreaterThanOrEqualTo(end);
      assertThat(segment.endMillis()).isGreaterThan(segment.fromMillis());
      end = segment.endMillis();
    }
    assertThat(end).isLessThanOrEqualTo(range.endMillis() + 1);
  }

  /// A bucket and form that could serve a time.
  private record Form(int bucket, int tier, long interval) {}

  private static void checkForm(
      Segment segment, List<Form> forms, Horizons horizons, long time, Resolution resolution) {
    long interval = segment.intervalMillis();
    int tier =
        forms.stream().filter(form -> form.bucket() == segment.bucket()).findAny().get().tier();
    assertThat(forms).contains(new Form(segment.bucket(), tier, interval));
    boolean stands =
        interval > 0
            && forms.contains(new Form(segment.bucket(), tier, 0))
            && resolution.replacesRaw(interval);
    long form = time >= horizons.of(0) && stands ? 0 : interval;
    for (Form other : forms) {
      if (other.interval() == form) {
        assertThat(other.tier()).isGreaterThanOrEqualTo(tier);
      } else if (time >= horizons.of(other.interval())) {
        assertThat(time).isGreaterThanOrEqualTo(horizons.of(form));
        assertThat(other.interval()).isGreaterThan(form);
      } else if (time < horizons.of(form)) {
        assertThat(other.interval()).isLessThan(form);
      }
    }
  }

  private static List<Form> forms(List<Manifest> buckets, long time) {
    List<Form> forms = new ArrayList<>();
    for (int i = 0; i < buckets.size(); i++) {
      Manifest bucket = buckets.get(i);
      if (bucket.startMillis() <= time && time < bucket.endMillis()) {
        if (bucket.raw()) {
          forms.add(new Form(i, bucket.tier(), 0));
        }
        forms.add(new Form(i, bucket.tier(), bucket.rollupMillis()));
      }
    }
    return forms;
  }

  private static boolean serves(Segment segment, long time) {
    long timestamp = segment.raw() ? time : time - time % segment.intervalMillis();
    return timestamp >= segment.fromMillis() && timestamp < segment.endMillis();
  }

  private static List<Manifest> someBuckets(Random random, long now) {
    List<Manifest> buckets = new ArrayList<>();
    for (int tier = 1; tier <= 5; tier++) {
      long length = CoverFixture.tier(tier).bucket().toMillis();
      long back = CoverFixture.tier(tier).ttl().toMillis() + length;
      int number = tier;
      LongStream.rangeClosed((now - back) / length, now / length - 1)
          .filter(window -> random.nextInt(8) > 0)
          .forEach(window -> buckets.add(bucket(number, window * length)));
    }
    return buckets;
  }

  private static TimeRange someRange(Random random, long now) {
    long unit = random.nextBoolean() ? 1 : 60 * MINUTE;
    long length = 1 + random.nextLong(random.nextBoolean() ? DAY : 100 * DAY);
    long start = Math.max(0, now - random.nextLong(random.nextBoolean() ? 30 * DAY : 420 * DAY));
    start = start / unit * unit;
    return new TimeRange(start, (start + length) / unit * unit + unit - 1);
  }
}
