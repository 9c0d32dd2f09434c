package goku.standalone.doctor.check;

import static org.assertj.core.api.Assertions.assertThat;

import goku.embedded.EmbeddedS3;
import goku.objectstore.ObjectStore;
import goku.objectstore.ObjectStoreConfig;
import goku.objectstore.S3ObjectStore;
import goku.standalone.doctor.check.Finding.Level;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class S3BucketFaultsTest {
  private static final String S3_BUCKET = "metrics";

  @TempDir private Path directory;
  private EmbeddedS3 server;

  @BeforeEach
  void start() {
    server = new EmbeddedS3(directory);
    server.start();
  }

  @AfterEach
  void stop() {
    server.close();
  }

  @Test
  void anS3BucketIsTriedByAnObjectThatIsRemoved() {
    try (ObjectStore store = store(server.secretKey())) {
      store.createS3BucketIfAbsent(S3_BUCKET);
      Finding found = examined(store, S3_BUCKET);
      assertThat(found.level()).as(found.toString()).isEqualTo(Level.OK);
      assertThat(store.list(S3_BUCKET, "")).as("objects left behind").isEmpty();
    }
  }

  @Test
  void s3SaysWhatTimeItIs() throws Exception {
    var date = new HttpDate(server.endpoint());
    var ours = InstantSource.system();
    var clock = new ClockExamination("S3", date, Duration.ofSeconds(1), ours);
    assertThat(clock.examine().getFirst().level()).isEqualTo(Level.OK);
    InstantSource slow = () -> ours.instant().minusSeconds(600);
    var late = new ClockExamination("S3", date, Duration.ofSeconds(1), slow);
    assertThat(late.examine().getFirst().level()).isEqualTo(Level.FAIL);
  }

  @Test
  void anS3BucketThatIsNotThereIsWarnedOf() {
    try (ObjectStore store = store(server.secretKey())) {
      Finding found = examined(store, "nowhere");
      assertThat(found.level()).as(found.toString()).isEqualTo(Level.WARN);
      assertThat(found.remedy()).contains("s3://nowhere");
    }
  }

  @Test
  void anS3ThatDeniesAccessFailsWithTheRightsThatAreNeeded() {
    try (ObjectStore store = store("another")) {
      Finding found = examined(store, S3_BUCKET);
      assertThat(found.level()).isEqualTo(Level.FAIL);
      assertThat(found.remedy()).contains("s3:PutObject", "DeleteObject");
    }
  }

  private ObjectStore store(String secret) {
    String endpoint = server.endpoint().toString();
    return new S3ObjectStore(
        new ObjectStoreConfig(endpoint, "us-east-1", server.accessKey(), secret, true),
        new SimpleMeterRegistry());
  }

  private static Finding examined(ObjectStore store, String s3Bucket) {
    return new S3BucketExamination(store, s3Bucket).examine().getFirst();
  }
}
