package goku.compactor;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import goku.compactor.plan.Deployments;
import goku.format.CorruptException;
import goku.format.OtherVersionException;
import goku.model.Disk;
import goku.model.Namespace;
import goku.tier.Retention;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;

class RetentionChangeTest {
  private static final Instant NOW = Instant.parse("2024-01-03T00:00:00Z");
  private static final Duration GRACE = Duration.ofDays(1);
  private static final Namespace LONG = Deployments.namespace(1, 1, List.of());
  private static final Namespace SHORT = LONG.withDisk(new Disk(Duration.ofDays(2), List.of()));

  private final MemoryStorage storage = new MemoryStorage();
  private final RetentionChange change = new RetentionChange(storage, GRACE);

  @Test
  void aDamagedObjectIsWrittenAgainWithTheChangeThatWaits() {
    change.update(LONG, NOW, true);
    change.update(SHORT, NOW, true);
    byte[] waiting = storage.get(Retention.KEY).orElseThrow();
    assertThat(parse(waiting).waits()).isTrue();
    storage.put(Retention.KEY, damaged(waiting));
    change.update(SHORT, NOW.plus(GRACE.dividedBy(2)), true);
    assertThat(storage.get(Retention.KEY)).hasValue(waiting);
  }

  @Test
  void aProcessThatNeverReadItWritesTheTimesOfTheNamespacesFile() {
    change.update(LONG, NOW, true);
    storage.put(Retention.KEY, damaged(storage.get(Retention.KEY).orElseThrow()));
    new RetentionChange(storage, GRACE).update(SHORT, NOW, true);
    Retention written = parse(storage.get(Retention.KEY).orElseThrow());
    assertThat(written.waits()).isFalse();
    assertThat(written.inForce(SHORT.disk().orElseThrow())).isEqualTo(SHORT.disk().orElseThrow());
  }

  @Test
  void aProcessThatWorksForOthersLeavesADamagedObject() {
    change.update(LONG, NOW, true);
    byte[] damaged = damaged(storage.get(Retention.KEY).orElseThrow());
    storage.put(Retention.KEY, damaged);
    assertThatThrownBy(() -> change.update(LONG, NOW, false)).isInstanceOf(CorruptException.class);
    assertThat(storage.get(Retention.KEY)).hasValue(damaged);
  }

  @Test
  void anObjectOfALaterVersionIsLeft() {
    change.update(LONG, NOW, true);
    byte[] later = "{\"version\":99}".getBytes(UTF_8);
    storage.put(Retention.KEY, later);
    assertThatThrownBy(() -> change.update(LONG, NOW, true))
        .isInstanceOf(OtherVersionException.class);
    assertThat(storage.get(Retention.KEY)).hasValue(later);
  }

  private static byte[] damaged(byte[] json) {
    byte[] damaged = json.clone();
    damaged[json.length / 2] ^= 1;
    return damaged;
  }

  private static Retention parse(byte[] json) {
    return Retention.parse(json, Retention.KEY);
  }
}
