package goku.objectstore;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import goku.testkit.s3.S3Server;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import software.amazon.awssdk.core.exception.SdkException;

class S3ClockTest {
  @Test
  void theServiceTellsItsTimeAlsoWhenItDeniesAccess() throws Exception {
    try (var server = new S3Server();
        var clock = new S3Clock(S3Clients.connect(server.config()))) {
      assertIsNow(clock.ask());
      server.startDenying();
      assertIsNow(clock.ask());
    }
  }

  @Test
  void aStoppedServiceTellsNoTime() throws Exception {
    try (var server = new S3Server();
        var clock = new S3Clock(S3Clients.connect(server.config()))) {
      server.stop();
      assertThatThrownBy(clock::ask).isInstanceOf(SdkException.class);
    }
  }

  @Test
  void aServiceOnThisMachineIsNotAsked() {
    assertThat(S3Clock.of(at("http://127.0.0.1:9000"))).isEmpty();
  }

  @Test
  void aServiceOnAnotherMachineIsAsked() {
    S3Clock.of(at("http://192.0.2.1:9000")).orElseThrow().close();
    S3Clock.of(at("")).orElseThrow().close();
  }

  private static ObjectStoreConfig at(String endpoint) {
    return new ObjectStoreConfig(endpoint, "us-east-1", "goku", "secret", true);
  }

  /// The server is in this process.
  private static void assertIsNow(Optional<Instant> answer) {
    assertThat(answer).isPresent();
    assertThat(Duration.between(answer.get(), Instant.now())).isLessThan(Duration.ofMinutes(1));
  }
}
