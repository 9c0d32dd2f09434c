package goku.integration.programs.recording;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import org.junit.jupiter.api.Test;

class RecordingProxyTest {
  private static final String LINE = "put a.b 1356998400 42.5 host=h1\n";

  @Test
  void bothDirectionsArePassedOnAndKept() throws IOException {
    try (var server = new ServerSocket(0, 0, InetAddress.getLoopbackAddress());
        var proxy = RecordingProxy.to(server.getLocalPort());
        var client = new Socket(InetAddress.getLoopbackAddress(), proxy.port())) {
      client.getOutputStream().write(LINE.getBytes(UTF_8));
      client.shutdownOutput();
      try (Socket accepted = server.accept()) {
        assertThat(accepted.getInputStream().readAllBytes()).asString(UTF_8).isEqualTo(LINE);
        accepted.getOutputStream().write("put: invalid\nok\nHTTP/1.1 400 Bad\n".getBytes(UTF_8));
      }
      assertThat(client.getInputStream().readAllBytes()).asString(UTF_8).contains("ok");
      assertThat(proxy.sent().datapoints()).hasSize(1);
      assertThat(proxy.errors()).containsExactly("put: invalid", "HTTP/1.1 400 Bad");
    }
  }

  @Test
  void aClientIsDisconnectedWhenTheServerIsGone() throws IOException {
    int gone;
    try (var server = new ServerSocket(0, 0, InetAddress.getLoopbackAddress())) {
      gone = server.getLocalPort();
    }
    try (var proxy = RecordingProxy.to(gone);
        var client = new Socket(InetAddress.getLoopbackAddress(), proxy.port())) {
      assertThat(client.getInputStream().read()).isEqualTo(-1);
    }
  }
}
