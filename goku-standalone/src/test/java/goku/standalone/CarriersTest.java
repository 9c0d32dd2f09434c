package goku.standalone;

import static org.assertj.core.api.Assertions.assertThat;

import goku.testkit.HangLimits;
import goku.testkit.ThisJava;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class CarriersTest {
  @Test
  void threadsThatWaitForAClassDoNotKeepTheOneThatLoadsItFromRunning() throws Exception {
    Process process =
        new ProcessBuilder(
                ThisJava.path(), "-cp", ThisJava.classpath(), WaitingForAClass.class.getName())
            .inheritIO()
            .start();
    try {
      assertThat(process.waitFor(HangLimits.PROCESS.toSeconds(), TimeUnit.SECONDS))
          .as("ended")
          .isTrue();
      assertThat(process.exitValue()).isZero();
    } finally {
      process.destroyForcibly();
    }
  }

  /// Twice as many virtual threads as there are processors wait for a class whose initializer waits
  /// for one that has not run yet.
  static final class WaitingForAClass {
    static final CountDownLatch MAY_END = new CountDownLatch(1);

    private WaitingForAClass() {}

    public static void main(String[] arguments) throws InterruptedException {
      Carriers.provide();
      int waiting = 2 * Runtime.getRuntime().availableProcessors();
      var begun = new CountDownLatch(waiting);
      List<Thread> threads =
          Stream.generate(
                  () ->
                      Thread.ofVirtual()
                          .start(
                              () -> {
                                begun.countDown();
                                SlowToLoad.touch();
                              }))
              .limit(waiting)
              .toList();
      begun.await();
      Thread.startVirtualThread(MAY_END::countDown).join();
      for (Thread thread : threads) {
        thread.join();
      }
    }
  }

  static final class SlowToLoad {
    static {
      try {
        WaitingForAClass.MAY_END.await();
      } catch (InterruptedException e) {
        throw new ExceptionInInitializerError(e);
      }
    }

    private SlowToLoad() {}

    static void touch() {}
  }
}
