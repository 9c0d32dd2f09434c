package goku.memory;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class ReclaimerTest {
  private final Reclaimer reclaimer = new Reclaimer();
  private final List<String> givenBack = new ArrayList<>();

  @Test
  void retiredObjectsAreFreedAtOnceWithoutReaders() {
    reclaimer.retire(() -> givenBack.add("a"));
    assertThat(givenBack).containsExactly("a");
  }

  @Test
  void reclaimerWaitsForEarlierPinsAndNotForLaterOnes() {
    var before = reclaimer.pin();
    reclaimer.retire(() -> givenBack.add("a"));
    var after = reclaimer.pin();
    reclaimer.collect();
    assertThat(givenBack).isEmpty();
    before.close();
    reclaimer.collect();
    assertThat(givenBack).containsExactly("a");
    after.close();
  }

  @Test
  void oldPinHoldsObjectsRetiredLaterToo() {
    var old = reclaimer.pin();
    reclaimer.retire(() -> givenBack.add("a"));
    reclaimer.retire(() -> givenBack.add("b"));
    assertThat(givenBack).isEmpty();
    old.close();
    reclaimer.collect();
    assertThat(givenBack).containsExactly("a", "b");
  }

  @Test
  void lastReaderFreesObjectsWhenTheWriterHasGone() {
    var pin = reclaimer.pin();
    reclaimer.retire(() -> givenBack.add("a"));
    reclaimer.leaveToReaders();
    assertThat(givenBack).isEmpty();
    pin.close();
    assertThat(givenBack).containsExactly("a");
  }

  @Test
  void readersNeverSeeFreedObjects() {
    var shared = new AtomicReference<>(new AtomicBoolean(true));
    var stop = new AtomicBoolean();
    var met = new AtomicInteger();
    List<CompletableFuture<Void>> readers =
        IntStream.range(0, 2)
            .mapToObj(i -> CompletableFuture.runAsync(() -> readAll(shared, stop, met)))
            .toList();
    for (int i = 0; i < 20_000; i++) {
      AtomicBoolean old = shared.getAndSet(new AtomicBoolean(true));
      reclaimer.retire(() -> old.set(false));
    }
    stop.set(true);
    readers.forEach(CompletableFuture::join);
    assertThat(met).hasValue(0);
  }

  private void readAll(
      AtomicReference<AtomicBoolean> shared, AtomicBoolean stop, AtomicInteger met) {
    while (!stop.get()) {
      var pin = reclaimer.pin();
      AtomicBoolean alive = shared.get();
      Thread.onSpinWait();
      if (!alive.get()) {
        met.incrementAndGet();
      }
      pin.close();
    }
  }
}
