package goku.embedded;

import static org.assertj.core.api.Assertions.assertThat;

import goku.file.FileDescriptors;
import goku.testkit.Records;
import java.io.DataOutputStream;
import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.net.SocketException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Clients of the broker that mean harm: they take bounded memory and sockets.
class HostileKafkaClientsTest {
  private static final int ANNOUNCED = (int) KafkaSettings.LARGEST_REQUEST_BYTES;

  /// The other memory that the broker takes meanwhile.
  private static final long OTHER_BYTES = 64L << 20;

  private static final Map<String, String> LIMITS =
      KafkaSettings.limits(Runtime.getRuntime().maxMemory(), FileDescriptors.ofThisProcess());

  @TempDir private Path directory;
  private final List<Socket> sockets = new ArrayList<>();
  private int port;
  private EmbeddedKafka kafka;

  @BeforeEach
  void start() {
    kafka = new EmbeddedKafka(directory, "127.0.0.1", 0);
    kafka.start();
    port = Integer.parseInt(kafka.bootstrapServers().split(":", 2)[1]);
  }

  @AfterEach
  void stop() throws IOException {
    hangUp();
    kafka.close();
  }

  private Socket connect() throws IOException {
    Socket socket = new Socket(InetAddress.getLoopbackAddress(), port);
    sockets.add(socket);
    return socket;
  }

  private void hangUp() throws IOException {
    for (Socket socket : sockets) {
      socket.close();
    }
    sockets.clear();
  }

  private Socket announce(int bytes) throws IOException {
    Socket socket = connect();
    new DataOutputStream(socket.getOutputStream()).writeInt(bytes);
    return socket;
  }

  /// Returns whether the broker has closed the connection. Waits for that.
  private static boolean isClosed(Socket socket) throws IOException {
    socket.setSoTimeout(30_000);
    try {
      return socket.getInputStream().read() < 0;
    } catch (SocketException reset) {
      return true;
    }
  }

  private static long usedBytes() {
    System.gc();
    return Runtime.getRuntime().totalMemory() - Runtime.getRuntime().freeMemory();
  }

  @Test
  void announcedRequestsTakeBoundedMemory() throws Exception {
    Records.createTopic(kafka.bootstrapServers());
    long before = usedBytes();
    long heap = Runtime.getRuntime().maxMemory();
    long share = Long.parseLong(LIMITS.get("queued.max.request.bytes"));
    for (long announced = 0; announced < 2 * heap; announced += ANNOUNCED) {
      announce(ANNOUNCED);
    }
    // the broker handles connections in their order, so that it has seen the others then
    for (int i = 0; i < 4; i++) {
      assertThat(isClosed(announce(ANNOUNCED + 1))).isTrue();
    }
    assertThat(usedBytes() - before).isLessThan(share + ANNOUNCED + OTHER_BYTES);
    hangUp();
    Records.produce(kafka.bootstrapServers(), 0, 100);
    assertThat(Records.consume(kafka.bootstrapServers(), 100)).hasSize(100);
  }

  @Test
  void connectionsOfOneAddressAreLimited() throws Exception {
    int most = Integer.parseInt(LIMITS.get("max.connections.per.ip"));
    List<Socket> all = new ArrayList<>();
    for (int i = 0; i <= most; i++) {
      all.add(connect());
    }
    assertThat(isClosed(all.getLast())).isTrue();
  }

  @Test
  void requestsTakeAShareOfTheHeapThatHoldsTwoOfThem() {
    var many = new FileDescriptors(65_536);
    assertThat(KafkaSettings.limits(8L << 30, many))
        .containsEntry("queued.max.request.bytes", Long.toString(1L << 30));
    assertThat(KafkaSettings.limits(64L << 20, many))
        .isEqualTo(KafkaSettings.limits(0, many))
        .containsAllEntriesOf(
            Map.of(
                "queued.max.request.bytes", Long.toString(2L * ANNOUNCED),
                "socket.request.max.bytes", Integer.toString(ANNOUNCED)));
  }

  @Test
  void connectionsArePartOfTheOpenFiles() {
    assertThat(KafkaSettings.limits(0, new FileDescriptors(65_536)))
        .containsEntry("max.connections", "1200")
        .containsEntry("max.connections.per.ip", "750");
    assertThat(KafkaSettings.limits(0, new FileDescriptors(2_600)))
        .containsEntry("max.connections", "500")
        .containsEntry("max.connections.per.ip", "400");
  }
}
