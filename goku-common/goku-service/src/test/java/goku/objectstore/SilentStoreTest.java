package goku.objectstore;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import goku.telemetry.Check;
import goku.testkit.s3.S3Fault;
import goku.testkit.s3.S3Server;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// S3 takes requests and says nothing: nobody waits for ever.
class SilentStoreTest {
  private S3Server s3;
  private ObjectStore store;

  @BeforeEach
  void start() throws Exception {
    s3 = new S3Server(Duration.ofSeconds(1));
    store = s3.client();
    store.put(S3Server.S3_BUCKET, "a/b", new byte[100_000]);
    s3.disturb(() -> S3Fault.SILENT);
  }

  @AfterEach
  void stop() {
    store.close();
    s3.close();
  }

  @Test
  void aRequestFailsWhenNothingCameForTheReadTimeout() {
    assertThatThrownBy(() -> store.list(S3Server.S3_BUCKET, "a/"))
        .hasMessageContaining("cannot list s3://metrics/a/")
        .hasMessageContaining("does not answer");
  }

  @Test
  void theCheckSaysSoHoweverLongRequestsMayWait() throws Exception {
    var loopback = InetAddress.getLoopbackAddress();
    try (var acceptsOnly = new ServerSocket(0, 10, loopback);
        var patient =
            new S3ObjectStore(
                new ObjectStoreConfig(
                    "http://127.0.0.1:" + acceptsOnly.getLocalPort(),
                    "us-east-1",
                    "goku",
                    "secret",
                    true,
                    Duration.ofHours(1)),
                new SimpleMeterRegistry())) {
      Check check = patient.check();
      assertThat(check.ok()).isFalse();
      assertThat(check.reason()).contains("does not answer");
    }
  }

  @Test
  void anObjectOfWhichHalfCameIsNotThere(@TempDir Path directory) {
    Path file = directory.resolve("object");
    assertThatThrownBy(() -> store.download(S3Server.S3_BUCKET, "a/b", file))
        .hasMessageContaining("cannot download s3://metrics/a/b");
    assertThat(directory).isEmptyDirectory();
    s3.disturb(() -> null);
    assertThat(store.download(S3Server.S3_BUCKET, "a/b", file)).isTrue();
    assertThat(file).hasSize(100_000);
  }
}
