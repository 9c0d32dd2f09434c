package goku.embedded;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import org.junit.jupiter.api.Test;

class PortsTest {
  @Test
  void refusesAPortInUse() throws IOException {
    try (ServerSocket taken = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      int port = taken.getLocalPort();
      assertThatThrownBy(() -> Ports.requireFree("127.0.0.1", port, "kafka.port"))
          .isInstanceOf(StartupProblem.class)
          .hasMessage(
              "cannot listen on port %d of 127.0.0.1: it is in use; stop the process that listens there, or choose another port with --kafka.port"
                  .formatted(port));
      assertThatThrownBy(() -> Ports.requireFree("0.0.0.0", port, "kafka.port"))
          .hasMessageContaining("in use");
    }
  }

  @Test
  void acceptsAFreePort() {
    int port = Ports.anyFree("127.0.0.1");
    assertThat(port).as("below those of connections").isBetween(10_000, 14_999);
    assertThatCode(() -> Ports.requireFree("127.0.0.1", port, "kafka.port"))
        .doesNotThrowAnyException();
  }

  @Test
  void refusesTwoSettingsWithOnePort() {
    assertThatThrownBy(() -> Ports.requireDifferent("port", 4242, "kafka-port", 4242))
        .isInstanceOf(StartupProblem.class)
        .hasMessage("--port and --kafka-port are both 4242: choose another port for one of them");
    assertThatCode(() -> Ports.requireDifferent("port", 0, "kafka-port", 0))
        .doesNotThrowAnyException();
    assertThatCode(() -> Ports.requireDifferent("port", 4242, "kafka-port", 9092))
        .doesNotThrowAnyException();
  }

  @Test
  void refusesAnAddressOfAnotherMachine() {
    assertThatThrownBy(() -> Ports.requireFree("192.0.2.1", 9092, "kafka.port"))
        .isInstanceOf(StartupProblem.class)
        .hasMessageContaining("cannot listen on port 9092 of 192.0.2.1");
  }
}
