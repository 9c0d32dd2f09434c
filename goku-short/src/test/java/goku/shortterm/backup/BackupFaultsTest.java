package goku.shortterm.backup;

import static org.assertj.core.api.Assertions.assertThat;

import goku.model.Disk;
import goku.testkit.s3.S3Server;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class BackupFaultsTest {
  @TempDir private Path directory;
  private S3Server s3;
  private Node node;

  @BeforeEach
  void start() throws Exception {
    s3 = new S3Server();
    node = new Node(s3, directory, Optional.of(new Disk(Duration.ofDays(1), List.of())));
    node.locate();
  }

  @AfterEach
  void stop() throws Exception {
    node.close();
    s3.close();
  }

  @Test
  void anS3ThatWasAwayGetsAllWhenItIsBack() throws Exception {
    s3.stop();
    node.finalizeBucket(17, 1, "points");
    node.finalizeBucket(18, 1, "points");
    node.snapshot(10);
    awaitFailures();
    assertThat(node.backup.complaint()).as("at once").isEmpty();
    node.clock.advance(Duration.ofMinutes(2));
    assertThat(node.backup.complaint().orElseThrow())
        .startsWith("4 files wait for S3, those of shard ns/7 since 1970-01-02T16:00:00Z: ")
        .contains("does not answer");

    s3.start();
    node.awaitDone();
    assertThat(node.stored()).hasSize(3);
    assertThat(node.events).hasSize(2);
    assertThat(node.backup.complaint()).isEmpty();
  }

  @Test
  void anS3ThatDeniesIsNamedAndTriedAgain() throws Exception {
    s3.startDenying();
    node.finalizeBucket(18, 1, "points");
    awaitFailures();
    node.clock.advance(Duration.ofMinutes(2));
    assertThat(node.backup.complaint().orElseThrow()).contains("denies access (403)");
    s3.start();
    node.awaitDone();
    assertThat(node.stored()).hasSize(1);
    assertThat(node.backup.complaint()).isEmpty();
  }

  @Test
  void aKafkaThatWasAwayIsToldWhenItIsBack() throws Exception {
    node.kafkaIsAway = true;
    node.finalizeBucket(18, 1, "points");
    awaitFailures();
    assertThat(node.stored()).hasSize(1);
    node.clock.advance(Duration.ofMinutes(2));
    assertThat(node.backup.complaint().orElseThrow()).endsWith("no broker answers");
    node.kafkaIsAway = false;
    node.awaitDone();
    assertThat(node.events).hasSize(1);
    // none when the answer to the put got lost and the next try found the object
    assertThat(node.count("goku.backup.uploads")).isLessThanOrEqualTo(1);
  }

  @Test
  void aReplacedGenerationThatStillWaitsIsNotUploaded() throws Exception {
    s3.stop();
    node.finalizeBucket(18, 1, "points");
    node.finalizeBucket(18, 2, "more points");
    awaitFailures();
    node.drop(18, 1);
    // at once, or as soon as the try in which it is ends
    Node.await()
        .untilAsserted(
            () -> {
              node.backup.check();
              assertThat(node.file(18, 1)).doesNotExist();
            });
    s3.start();
    node.awaitDone();
    assertThat(node.stored()).containsExactly("bucket-129600-2.goku");
  }

  @Test
  void anExpiredBucketForTheCompactorStaysUntilItIsInS3() throws Exception {
    s3.stop();
    node.finalizeBucket(18, 1, "points");
    awaitFailures();
    node.clock.advance(Duration.ofHours(26));
    node.drop(18, 1);
    assertThat(node.file(18, 1)).exists();
    s3.start();
    node.awaitDone();
    Node.await().untilAsserted(() -> assertThat(node.file(18, 1)).doesNotExist());
    assertThat(node.stored()).containsExactly("bucket-129600-1.goku");
  }

  private void awaitFailures() {
    Node.await().until(() -> node.count("goku.backup.failures") >= 1);
  }
}
