package goku.root.fanout;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import goku.http.HttpError;
import goku.model.ShardId;
import goku.rpc.ShardUnavailableException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;

class FanOutTest {
  private final FanOut patient = new FanOut(Duration.ofMinutes(1));

  @Test
  void resultsAreInTheOrderOfTheCalls() throws Exception {
    var secondDone = new CountDownLatch(1);
    List<String> results =
        patient.all(
            List.of(
                () -> {
                  secondDone.await();
                  return "first";
                },
                () -> {
                  secondDone.countDown();
                  return "second";
                }));
    assertThat(results).containsExactly("first", "second");
  }

  @Test
  void theFirstFailureInterruptsTheOthers() {
    var interrupted = new AtomicBoolean();
    Callable<String> waits = () -> waitForEver(interrupted);
    Callable<String> fails =
        () -> {
          throw new ShardUnavailableException(new ShardId("ns1", 3));
        };
    assertThatThrownBy(() -> patient.all(List.of(waits, fails)))
        .isInstanceOfSatisfying(HttpError.class, error -> assertThat(error.status()).isEqualTo(503))
        .hasMessageContaining("ns1/3");
    assertThat(interrupted).isTrue();
  }

  @Test
  void theDeadlineInterruptsAllCalls() {
    var interrupted = new AtomicBoolean();
    Callable<String> waits = () -> waitForEver(interrupted);
    assertThatThrownBy(() -> new FanOut(Duration.ofMillis(20)).all(List.of(waits)))
        .isInstanceOfSatisfying(
            HttpError.class, error -> assertThat(error.status()).isEqualTo(408));
    assertThat(interrupted).isTrue();
  }

  private static String waitForEver(AtomicBoolean interrupted) throws InterruptedException {
    try {
      new CountDownLatch(1).await();
      return "never";
    } catch (InterruptedException e) {
      interrupted.set(true);
      throw e;
    }
  }
}
