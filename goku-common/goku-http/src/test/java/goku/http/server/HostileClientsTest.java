package goku.http.server;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;
import static org.awaitility.Awaitility.await;

import goku.config.ConfigLoader;
import goku.file.FileDescriptors;
import goku.http.HttpLimits;
import goku.testkit.HangLimits;
import goku.testkit.TestCertificate;
import goku.testkit.TestForm;
import io.netty.buffer.PooledByteBufAllocator;
import java.io.IOException;
import java.net.SocketException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Clients that mean harm: each time others are served meanwhile, and the memory that is taken is
/// bounded.
class HostileClientsTest {
  /// The product's default limit.
  private static final int IDLE_CONNECTIONS =
      ConfigLoader.defaults(HttpLimits.class).connectionsLimit();

  private static final long MOST_BYTES_PER_CONNECTION = 16 << 10;
  private static final long SEED = TestForm.seed();
  private static final int ROUNDS = TestForm.isLong() ? 20_000 : 150;
  private static final long MOST_DIRECT_BYTES = 128L << 20;

  private final List<RawClient> clients = new ArrayList<>();
  private HttpFixture http = serving();

  private static HttpFixture serving(String... flags) {
    return new HttpFixture(
        HttpFixture.config(flags), HttpFixture.echo(), remote -> new EchoLines());
  }

  private void restart(String... flags) {
    http.close();
    http = serving(flags);
  }

  @AfterEach
  void stop() throws IOException {
    for (RawClient client : clients) {
      client.close();
    }
    http.close();
  }

  private RawClient client() throws IOException {
    RawClient client = http.raw();
    clients.add(client);
    return client;
  }

  private void othersAreServed() throws Exception {
    assertThat(http.get("/api/echo").body()).isEqualTo("GET ");
    assertThat(usedDirect()).isLessThan(MOST_DIRECT_BYTES);
  }

  @Test
  void slowlorisIsCutOff() throws Exception {
    restart("--head-timeout=3s");
    for (int i = 0; i < 40; i++) {
      client().send("GET /api/echo HTTP/1.1\r\nX-Slow: ");
    }
    othersAreServed();
    await().until(() -> http.count("goku.http.rejected", "reason", "slow-head") == 40);
    othersAreServed();
  }

  /// The first line is the login if there are users.
  @Test
  void connectionsWithoutAFirstLineAreCutOff() throws Exception {
    restart("--head-timeout=3s");
    RawClient steady = client().send("first line\nthe second ");
    for (int i = 0; i < 20; i++) {
      client().send("a");
      client().send("put a line without an end");
    }
    othersAreServed();
    await().until(() -> http.count("goku.http.rejected", "reason", "slow-line") == 40);
    assertThat(steady.send("line\n").line()).isEqualTo("first line");
    assertThat(steady.line()).isEqualTo("the second line");
  }

  /// Fifty connections that send a byte, or lines and then no more.
  @Test
  void idleConnectionsWithLinesKeepNobodyOut() throws Exception {
    for (int i = 0; i < 25; i++) {
      client().send("a");
      assertThat(client().send("line\n").line()).isEqualTo("line");
    }
    await().until(() -> connections() == 50);
    for (int i = 0; i < 60; i++) {
      RawClient next = client().send(i % 2 == 0 ? "more\n" : "GET /api/echo HTTP/1.1\r\n\r\n");
      assertThat(i % 2 == 0 ? next.line() : next.answer()).endsWith(i % 2 == 0 ? "more" : "GET ");
    }
    othersAreServed();
    assertThat(http.count("goku.http.rejected", "reason", "connections")).isZero();
    assertThat(http.count("goku.http.rejected", "reason", "idle")).isGreaterThanOrEqualTo(60);
  }

  /// A byte now and then does not make a connection look used.
  @Test
  void aConnectionThatDribblesALineIsClosedBeforeOneThatSendsLines() throws Exception {
    RawClient dribbling = client().send("li");
    await().until(() -> connections() == 1); // another event loop may accept the next one first
    RawClient steady = client().send("line\n");
    assertThat(steady.line()).isEqualTo("line");
    while (connections() < 50) {
      assertThat(client().send("line\n").line()).isEqualTo("line");
    }
    dribbling.send("n");
    assertThat(steady.send("line\n").line()).isEqualTo("line");
    othersAreServed();
    assertThat(dribbling.rest()).isEmpty();
    assertThat(steady.send("line\n").line()).isEqualTo("line");
  }

  /// A new connection at the limit replaces the one that has been idle for longest.
  @Test
  void tenThousandIdleConnectionsKeepNobodyOut() throws Exception {
    assertThat(IDLE_CONNECTIONS).isEqualTo(10_000);
    assumeThat(FileDescriptors.ofThisProcess().connections(IDLE_CONNECTIONS, 5))
        .as("connections that `ulimit -n` allows")
        .isEqualTo(IDLE_CONNECTIONS);
    restart("--connections-limit=" + IDLE_CONNECTIONS);
    othersAreServed(); // by a connection that stays, as its client keeps it
    long heap = used();
    long direct = usedDirect();
    try (var idle = IdleClients.connect(http.server.port(), IDLE_CONNECTIONS - 1)) {
      await().until(() -> connections() == IDLE_CONNECTIONS);
      assertThat(http.count("goku.http.rejected", "reason", "idle")).isZero();
      assertThat((used() - heap) / IDLE_CONNECTIONS).isLessThan(MOST_BYTES_PER_CONNECTION);
      assertThat((usedDirect() - direct) / IDLE_CONNECTIONS).isLessThan(MOST_BYTES_PER_CONNECTION);

      RawClient oneTooMany = client().send("GET /api/echo HTTP/1.1\r\n\r\n");
      assertThat(oneTooMany.answer()).startsWith("HTTP/1.1 200 ").endsWith("GET ");
      othersAreServed();
      assertThat(connections()).isLessThanOrEqualTo(IDLE_CONNECTIONS);
      assertThat(http.count("goku.http.rejected", "reason", "connections")).isZero();
      double madeRoom = http.count("goku.http.rejected", "reason", "idle");
      assertThat(madeRoom).isBetween(1.0, 2.0);
      assertThat((double) idle.closedByServer()).isBetween(madeRoom - 1, madeRoom);
    }
  }

  private double connections() {
    return http.registry.get("goku.http.connections").gauge().value();
  }

  private static long usedDirect() {
    return PooledByteBufAllocator.DEFAULT.metric().usedDirectMemory();
  }

  private static long used() {
    System.gc();
    return Runtime.getRuntime().totalMemory() - Runtime.getRuntime().freeMemory();
  }

  @Test
  void aBodyOfAGigabyteIsRefusedWhenItIsAnnounced() throws Exception {
    RawClient client = client();
    client.send("POST /api/echo HTTP/1.1\r\nContent-Length: 1073741824\r\n\r\n");
    assertThat(client.head()).startsWith("HTTP/1.1 413 ");
    othersAreServed();
  }

  @Test
  void aBodyOfAGigabyteThatIsNotAnnouncedIsRefusedOnItsWay() throws Exception {
    RawClient client = client();
    client.send("POST /api/echo HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\n");
    byte[] chunk = ("10000\r\n" + "x".repeat(0x10000) + "\r\n").getBytes(ISO_8859_1);
    long sent = 0;
    try {
      for (; sent < 1L << 30; sent += chunk.length) {
        client.send(chunk);
      }
    } catch (SocketException closed) {
      // as it should
    }
    // the server reads on for some seconds, and keeps nothing
    assertThat(http.count("goku.http.rejected", "reason", "too-large")).isOne();
    othersAreServed();
    assertThat(http.registry.get("goku.budget.held").tag("kind", "bodies").gauge().value())
        .isZero();
  }

  @Test
  void aHundredThousandHeadersAreRefused() throws Exception {
    RawClient client = client();
    StringBuilder head = new StringBuilder("GET /api/echo HTTP/1.1\r\n");
    for (int i = 0; i < 100_000; i++) {
      head.append("X-").append(i).append(": y\r\n");
    }
    try {
      client.send(head.append("\r\n").toString());
      assertThat(client.head()).startsWith("HTTP/1.1 431 ");
    } catch (IOException closed) {
      // before all were sent
    }
    await().until(() -> http.count("goku.http.rejected", "reason", "unreadable") == 1);
    othersAreServed();
  }

  @Test
  void randomBytesAreNoRequests() throws Exception {
    Random random = new Random(SEED + 1);
    for (int i = 0; i < ROUNDS; i++) {
      byte[] bytes = new byte[random.nextInt(20_000)];
      random.nextBytes(bytes);
      if (bytes.length > 0 && i % 2 == 0) {
        bytes[0] = (byte) ('A' + random.nextInt(26)); // taken for HTTP, the others for lines
      }
      throwAt(http, bytes);
    }
    othersAreServed();
  }

  @Test
  void damagedRequestsAreNoHarm() throws Exception {
    byte[] whole =
        String.join(
                "\r\n",
                "POST /api/echo?a=b HTTP/1.1",
                "Content-Length: 5",
                "Authorization: Basic eDp5",
                "Content-Encoding: gzip",
                "",
                "helloGET /api/path/%20x HTTP/1.0",
                "",
                "")
            .getBytes(ISO_8859_1);
    Random random = new Random(SEED + 2);
    for (int i = 0; i < ROUNDS; i++) {
      byte[] damaged = whole.clone();
      for (int j = random.nextInt(4); j >= 0; j--) {
        damaged[random.nextInt(damaged.length)] = (byte) random.nextInt(256);
      }
      throwAt(http, damaged);
    }
    othersAreServed();
  }

  @Test
  void randomBytesAreNoHandshake(@TempDir Path directory) throws Exception {
    TestCertificate certificate = TestCertificate.in(directory);
    Random random = new Random(SEED + 3);
    try (HttpFixture tls =
        serving("--tls-certificate=" + certificate.chain(), "--tls-key=" + certificate.key())) {
      for (int i = 0; i < ROUNDS; i++) {
        byte[] bytes = new byte[random.nextInt(2_000)];
        random.nextBytes(bytes);
        if (bytes.length > 5 && i % 2 == 0) {
          System.arraycopy(new byte[] {22, 3, 1, 2, 0}, 0, bytes, 0, 5); // as a handshake begins
        }
        throwAt(tls, bytes);
      }
      try (var socket =
              certificate
                  .trusting()
                  .getSocketFactory()
                  .createSocket("localhost", tls.server.port());
          RawClient client = new RawClient(socket)) {
        client.send("GET /api/echo HTTP/1.1\r\n\r\n");
        assertThat(client.head()).startsWith("HTTP/1.1 200 ");
      }
    }
  }

  /// Sends bytes and reads answers until the end, or until none arrives for a moment.
  private static void throwAt(HttpFixture server, byte[] bytes) throws IOException {
    try (RawClient client = server.raw()) {
      client.socket.setSoTimeout((int) HangLimits.STEP.toMillis());
      client.send(bytes);
      client.socket.shutdownOutput();
      client.rest();
    } catch (SocketException closed) {
      // a server may end what it does not understand
    }
  }
}
