package goku.standalone.bench.load;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import goku.testkit.HangLimits;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.nio.file.Path;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongConsumer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class TelnetSenderTest {
  @TempDir private Path directory;
  private ServerSocket listening;
  private final AtomicLong progress = new AtomicLong();

  @BeforeEach
  void listen() throws IOException {
    listening = new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
    try (var file = new PayloadFile.Writer(directory.resolve("file"))) {
      file.write(2, bytes("put a 1 1 h=x\nput a 2 1 h=x"));
      file.write(1, bytes("put a 3 1 h=x"));
    }
  }

  @AfterEach
  void close() throws IOException {
    listening.close();
  }

  @Test
  void everyPayloadEndsItsLine() throws Exception {
    CompletableFuture<String> received = serve("");
    send();
    assertThat(received.join()).isEqualTo("put a 1 1 h=x\nput a 2 1 h=x\nput a 3 1 h=x\n");
    assertThat(progress).hasValue(3);
  }

  @Test
  void whatTheServerSaysIsAnError() {
    CompletableFuture<String> received = serve("put: illegal argument\n");
    assertThatThrownBy(this::send)
        .isInstanceOf(IOException.class)
        .hasMessageEndingWith("says: put: illegal argument");
    assertThat(received).succeedsWithin(HangLimits.STEP);
  }

  @Test
  void aConnectionThatIsClosedBeforeTheEndIsAnError() throws Exception {
    try (var file = new PayloadFile.Writer(directory.resolve("file"))) {
      for (int i = 0; i < 10_000; i++) {
        file.write(1, bytes("put a %d 1 h=x".formatted(i)));
      }
    }
    CompletableFuture<Void> closed =
        CompletableFuture.runAsync(
            () -> {
              try (Socket client = listening.accept()) {
                assertThat(client.getInputStream().read()).isEqualTo('p');
              } catch (IOException e) {
                throw new IllegalStateException(e);
              }
            });
    assertThatThrownBy(() -> send(sent -> closed.join())).isInstanceOf(IOException.class);
  }

  private void send() throws IOException {
    send(progress::addAndGet);
  }

  private void send(LongConsumer progress) throws IOException {
    var server = URI.create("http://127.0.0.1:" + listening.getLocalPort());
    new TelnetSender(server).send(directory.resolve("file"), SendThrottle.UNLIMITED, progress);
  }

  private CompletableFuture<String> serve(String reply) {
    return CompletableFuture.supplyAsync(
        () -> {
          try (Socket client = listening.accept()) {
            String all = new String(client.getInputStream().readAllBytes(), UTF_8);
            client.getOutputStream().write(reply.getBytes(UTF_8));
            return all;
          } catch (IOException e) {
            throw new IllegalStateException(e);
          }
        });
  }

  private static ByteArrayOutputStream bytes(String text) {
    var bytes = new ByteArrayOutputStream();
    bytes.writeBytes(text.getBytes(UTF_8));
    return bytes;
  }
}
