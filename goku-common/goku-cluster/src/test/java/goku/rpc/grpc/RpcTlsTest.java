package goku.rpc.grpc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import goku.rpc.NodeUnavailableException;
import goku.rpc.proto.Wire;
import goku.testkit.TestCertificate;
import io.grpc.ManagedChannel;
import io.grpc.TlsChannelCredentials;
import io.grpc.netty.NettyChannelBuilder;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// A test of mutual TLS between roots and nodes.
class RpcTlsTest {
  @TempDir private static Path directory;
  private static TestCertificate ours;
  private static TestCertificate strange;

  private final EndlessNode node = new EndlessNode(0);
  private NodeServer server;

  @BeforeAll
  static void makeCertificates() throws Exception {
    ours = TestCertificate.in(Files.createDirectory(directory.resolve("ours")));
    strange = TestCertificate.in(Files.createDirectory(directory.resolve("strange")));
  }

  @BeforeEach
  void start() {
    server =
        new NodeServer(
            node,
            List::of,
            RpcFixture.serverConfig(files(ours, ours.chain())),
            new SimpleMeterRegistry());
    server.start();
  }

  @AfterEach
  void stop() {
    server.close();
  }

  /// Returns the options for a certificate. A self-signed certificate is its own authority.
  private static String[] files(TestCertificate certificate, Path ca) {
    return new String[] {
      "--tls-certificate=" + certificate.chain(), "--tls-key=" + certificate.key(), "--tls-ca=" + ca
    };
  }

  @Test
  void servesAClientOfTheAuthority() throws Exception {
    try (var clients = new NodeClients(RpcFixture.clientConfig(files(ours, ours.chain())))) {
      assertThat(clients.node(server.address()).shards()).isEmpty();
    }
  }

  @Test
  void aClientWithoutTlsIsRejected() {
    try (var clients = new NodeClients(RpcFixture.clientConfig())) {
      assertRefused(clients);
    }
  }

  @Test
  void aClientOfAnotherAuthorityIsRejected() {
    try (var clients = new NodeClients(RpcFixture.clientConfig(files(strange, ours.chain())))) {
      assertRefused(clients);
    }
  }

  @Test
  void aClientRejectsANodeOfAnotherAuthority() {
    try (var clients = new NodeClients(RpcFixture.clientConfig(files(ours, strange.chain())))) {
      assertRefused(clients);
    }
  }

  @Test
  void aClientWithoutACertificateIsRejected() throws Exception {
    ManagedChannel channel =
        NettyChannelBuilder.forTarget(
                "dns:///" + server.address(),
                TlsChannelCredentials.newBuilder().trustManager(ours.chain().toFile()).build())
            .build();
    try {
      assertThatThrownBy(
              () ->
                  RemoteCall.of(
                      server.address(),
                      channel,
                      NodeMethods.HEALTH,
                      Wire.HealthRequest.getDefaultInstance(),
                      Duration.ofSeconds(20)))
          .isInstanceOf(NodeUnavailableException.class);
    } finally {
      channel.shutdownNow();
    }
  }

  @Test
  void bothSidesReloadTheirFiles() throws Exception {
    Path live = Files.createDirectory(directory.resolve("live"));
    Path chain = Files.copy(ours.chain(), live.resolve("chain.pem"));
    Path key = Files.copy(ours.key(), live.resolve("key.pem"));
    Path ca = Files.copy(ours.chain(), live.resolve("ca.pem"));
    String[] files = {"--tls-certificate=" + chain, "--tls-key=" + key, "--tls-ca=" + ca};
    try (var rotating =
            new NodeServer(
                node, List::of, RpcFixture.serverConfig(files), new SimpleMeterRegistry());
        var before = new NodeClients(RpcFixture.clientConfig(files(ours, ours.chain())))) {
      rotating.start();
      assertThat(before.node(rotating.address()).shards()).isEmpty();
      Files.copy(strange.chain(), chain, StandardCopyOption.REPLACE_EXISTING);
      Files.copy(strange.key(), key, StandardCopyOption.REPLACE_EXISTING);
      Files.copy(strange.chain(), ca, StandardCopyOption.REPLACE_EXISTING);
      await()
          .until(
              () -> {
                try (var after =
                    new NodeClients(RpcFixture.clientConfig(files(strange, strange.chain())))) {
                  return after.node(rotating.address()).shards().isEmpty();
                } catch (NodeUnavailableException notYet) {
                  return false;
                }
              });
      // open connections stay
      assertThat(before.node(rotating.address()).shards()).isEmpty();
      try (var late = new NodeClients(RpcFixture.clientConfig(files(ours, ours.chain())))) {
        assertThatThrownBy(() -> late.node(rotating.address()).shards())
            .isInstanceOf(NodeUnavailableException.class);
      }
    }
  }

  private void assertRefused(NodeClients clients) {
    assertThatThrownBy(() -> clients.node(server.address()).shards())
        .isInstanceOf(NodeUnavailableException.class)
        .hasMessageContaining("cannot be reached");
  }

  @Test
  void unusableFilesAreNamed() throws Exception {
    Path empty = Files.createFile(directory.resolve("empty.pem"));
    String[] flags = {
      "--tls-certificate=" + ours.chain(), "--tls-key=" + empty, "--tls-ca=" + ours.chain()
    };
    var registry = new SimpleMeterRegistry();
    assertThatThrownBy(
            () -> new NodeServer(node, List::of, RpcFixture.serverConfig(flags), registry).close())
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("empty.pem")
        .hasMessageContaining("openssl pkcs8");
    assertThatThrownBy(() -> RpcFixture.clientConfig("--tls-ca=" + empty))
        .hasMessageContaining("give all three");
  }
}
