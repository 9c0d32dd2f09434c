package goku.testkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.net.ServerSocket;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class TestPortsTest {
  @TempDir private Path directory;

  @Test
  void noPortIsReturnedTwiceAndNoneIsOfTheSystem() {
    Set<Integer> ports = new HashSet<>();
    for (int i = 0; i < 250; i++) { // more than two blocks
      int port = TestPorts.next();
      assertThat(port).isBetween(15_000, 31_999);
      assertThat(ports.add(port)).as("port %d for the first time", port).isTrue();
    }
  }

  @Test
  void portInUseIsSkipped() throws IOException {
    int taken = new TestPorts(directory.resolve("before"), 1).take();
    try (var _ = new ServerSocket(taken)) {
      assertThat(new TestPorts(directory, 1).take()).isGreaterThan(taken);
    }
  }

  @Test
  void twoPickersNeverShareABlock() {
    var one = new TestPorts(directory, 2);
    var other = new TestPorts(directory, 2);
    assertThat(one.take() / 100).isNotEqualTo(other.take() / 100);
    var third = new TestPorts(directory, 2);
    assertThatThrownBy(third::take)
        .hasMessageContaining("all 2 are taken; end other test processes");
  }

  @Test
  void anotherJvmDoesNotGetTheBlocksOfThisOne() throws Exception {
    var ours = new TestPorts(directory, 1);
    assertThat(ours.take()).isBetween(15_000, 15_099);
    assertThat(runOther()).isOne();
  }

  @Test
  void blocksOfAJvmThatEndedAreFree() throws Exception {
    assertThat(runOther()).isZero();
    assertThat(new TestPorts(directory, 1).take()).isBetween(15_000, 15_099);
  }

  /// Takes a port of the only block in another JVM.
  private int runOther() throws Exception {
    Process other =
        new ProcessBuilder(
                List.of(
                    ThisJava.path(),
                    "-cp",
                    ThisJava.classpath(),
                    OtherJvm.class.getName(),
                    directory.toString()))
            .inheritIO()
            .start();
    assertThat(other.waitFor(HangLimits.PROCESS.toSeconds(), TimeUnit.SECONDS)).isTrue();
    return other.exitValue();
  }

  /// A program that ends with 0 if it got a port.
  static final class OtherJvm {
    private OtherJvm() {}

    public static void main(String[] args) {
      try {
        new TestPorts(Path.of(args[0]), 1).take();
      } catch (IllegalStateException taken) {
        System.exit(1);
      }
    }
  }
}
