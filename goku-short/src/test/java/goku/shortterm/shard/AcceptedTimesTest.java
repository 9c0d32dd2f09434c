package goku.shortterm.shard;

import static org.assertj.core.api.Assertions.assertThat;

import goku.model.Tier;
import java.time.Duration;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.LongRange;
import org.junit.jupiter.api.Test;

class AcceptedTimesTest {
  private static final long WINDOW = Tier.MEMORY_BUCKET.toMillis();

  /// The limit of `ingest.accept.max-future`: an ingestor never accepts what a shard drops.
  private static final long MAX_FUTURE = Duration.ofHours(2).toMillis();

  @Property(tries = 500)
  void theFarthestThatIngestorsMayAcceptIsAccepted(
      @ForAll @LongRange(min = 0, max = 4_000_000_000_000L) long recordMillis) {
    assertThat(AcceptedTimes.at(0, recordMillis).contains(recordMillis + MAX_FUTURE)).isTrue();
  }

  @Test
  void acceptedTimesEndWithTheWindowAfterThatOfTheRecord() {
    AcceptedTimes times = AcceptedTimes.at(5, 10 * WINDOW);
    assertThat(times.contains(5 * WINDOW - 1)).isFalse();
    assertThat(times.contains(5 * WINDOW)).isTrue();
    assertThat(times.contains(12 * WINDOW - 1)).isTrue();
    assertThat(times.contains(12 * WINDOW)).isFalse();
    assertThat(AcceptedTimes.at(5, 11 * WINDOW - 1).contains(12 * WINDOW)).isFalse();
  }
}
