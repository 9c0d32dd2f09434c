package goku.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import goku.testkit.TestCertificate;
import java.io.DataInputStream;
import java.io.InputStream;
import java.net.InetAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.KeyStore;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLServerSocket;
import javax.net.ssl.SSLSocket;
import org.apache.zookeeper.ZooKeeper;
import org.apache.zookeeper.client.ZKClientConfig;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Tests that the client of ZooKeeper has the classes that it needs for TLS.
class SecureZooKeeperTest {
  private static final int LIMIT_MILLIS = 60_000;

  @TempDir private Path directory;

  @Test
  void aClientSendsItsFirstRequestToAServerThatItsTrustStoreKnows() throws Exception {
    Path trusted = TestCertificate.in(directory).chain();
    try (SSLServerSocket server = server()) {
      var client = new ZooKeeper(address(server), LIMIT_MILLIS, _ -> {}, config(trusted));
      try (var connection = (SSLSocket) server.accept()) {
        connection.setSoTimeout(LIMIT_MILLIS);
        connection.startHandshake();

        int length = new DataInputStream(connection.getInputStream()).readInt();

        assertThat(length).isBetween(1, 1000);
      } finally {
        client.close();
      }
    }
  }

  private static ZKClientConfig config(Path trusted) {
    var config = new ZKClientConfig();
    config.setProperty("zookeeper.client.secure", "true");
    config.setProperty("zookeeper.clientCnxnSocket", "org.apache.zookeeper.ClientCnxnSocketNetty");
    config.setProperty("zookeeper.ssl.trustStore.location", trusted.toString());
    config.setProperty("zookeeper.ssl.trustStore.type", "PEM");
    return config;
  }

  private static String address(SSLServerSocket server) {
    return "localhost:" + server.getLocalPort();
  }

  private SSLServerSocket server() throws Exception {
    char[] password = "changeit".toCharArray();
    KeyStore store = KeyStore.getInstance("PKCS12");
    try (InputStream in = Files.newInputStream(directory.resolve("store.p12"))) {
      store.load(in, password);
    }
    var keys = KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
    keys.init(store, password);
    SSLContext context = SSLContext.getInstance("TLS");
    context.init(keys.getKeyManagers(), null, null);
    var server =
        (SSLServerSocket)
            context
                .getServerSocketFactory()
                .createServerSocket(0, 1, InetAddress.getLoopbackAddress());
    server.setSoTimeout(LIMIT_MILLIS);
    return server;
  }
}
