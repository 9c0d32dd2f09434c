package goku.shortterm.backup;

import static org.assertj.core.api.Assertions.assertThat;

import goku.model.Disk;
import goku.testkit.s3.S3Server;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Tests of the order of uploads. The compactor treats a window as closed if its file or that of a
/// later window is in S3. Files therefore arrive in ascending order of their windows. A file that
/// the compactor removed may return, because the compactor knows what it has consumed.
class UploadOrderTest {
  private static final Optional<Disk> DISK = Optional.of(new Disk(Duration.ofDays(3), List.of()));

  @TempDir private Path directory;
  private S3Server s3;
  private Node node;

  @BeforeEach
  void start() throws Exception {
    s3 = new S3Server();
    node = new Node(s3, directory, DISK);
    node.locate();
  }

  @AfterEach
  void stop() throws Exception {
    node.close();
    s3.close();
  }

  private void awaitFailures() {
    Node.await().until(() -> node.count("goku.backup.failures") >= 1);
  }

  private List<Integer> windowsInTheOrderOfTheirEvents() {
    return node.events.stream()
        .map(event -> (int) (event.startMillis() / Node.WINDOW.toMillis()))
        .toList();
  }

  @Test
  void aNextGenerationGoesBeforeLaterWindowsThatWait() throws Exception {
    s3.stop();
    node.finalizeBucket(16, 1, "points");
    awaitFailures();
    node.finalizeBucket(17, 1, "points");
    node.finalizeBucket(18, 1, "points");
    node.finalizeBucket(17, 2, "more points");
    node.drop(17, 1);
    s3.start();
    node.awaitDone();
    assertThat(windowsInTheOrderOfTheirEvents()).containsExactly(16, 17, 18);
    assertThat(node.events.get(1).generation()).isEqualTo(2);
  }

  @Test
  void filesThatARestartFindsGoInTheirOrderWhateverTheOrderInWhichTheyAreTold() throws Exception {
    s3.stop();
    node.finalizeBucket(15, 1, "points");
    awaitFailures();
    for (int window : new int[] {18, 16, 17}) {
      node.finalizeBucket(window, 1, "points");
    }
    s3.start();
    node.awaitDone();
    assertThat(windowsInTheOrderOfTheirEvents()).containsExactly(15, 16, 17, 18);
  }

  @Test
  void aFileThatHasGoneHoldsUpLaterWindowsUntilTheCheckMakesItAgain() throws Exception {
    s3.stop();
    node.finalizeBucket(17, 1, "points");
    node.finalizeBucket(18, 1, "points");
    awaitFailures();
    Files.delete(node.file(17, 1));
    s3.start();
    node.clock.advance(Duration.ofMinutes(2));
    Node.await()
        .untilAsserted(
            () ->
                assertThat(node.backup.complaint())
                    .get()
                    .asString()
                    .contains("was removed before its upload"));
    assertThat(node.stored()).isEmpty();
    node.backup.check();
    node.awaitDone();
    assertThat(windowsInTheOrderOfTheirEvents()).containsExactly(17, 18);
  }

  @Test
  void anExpiredFileThatS3LacksComesBackUnlessTheTiersHaveIt() throws Exception {
    node.finalizeBucket(18, 1, "points");
    node.finalizeBucket(19, 1, "points");
    node.awaitDone();
    node.clock.advance(Duration.ofHours(24));
    node.store.delete(S3Server.S3_BUCKET, Node.key(18, 1));
    node.backup.check();
    node.awaitDone();
    assertThat(node.stored())
        .containsExactly(S3Keys.fileName(Node.key(18, 1)), S3Keys.fileName(Node.key(19, 1)));
    // the compactor removes it once the tiers have it
    node.consume(18, 1);
    Instant consumed = node.clock.instant();
    Node.await()
        .until(
            () -> {
              node.clock.advance(Duration.ofMinutes(1));
              return node.isInTiers(18, 1);
            });
    assertThat(Duration.between(consumed, node.clock.instant()))
        .as("GokuL has time to load it")
        .isGreaterThanOrEqualTo(Duration.ofMinutes(5));
    node.store.delete(S3Server.S3_BUCKET, Node.key(18, 1));
    node.backup.check();
    node.awaitDone();
    assertThat(node.stored()).containsExactly(S3Keys.fileName(Node.key(19, 1)));
    // a start cannot know whether S3 lacks it because it was removed or because it never came
    node.backup.shardClosed(Node.SHARD);
    node.locate();
    node.awaitDone();
    assertThat(node.stored())
        .containsExactlyInAnyOrder(
            S3Keys.fileName(Node.key(18, 1)), S3Keys.fileName(Node.key(19, 1)));
    node.backup.check();
    assertThat(node.file(18, 1)).doesNotExist();
  }

  @Test
  void anExpiredFileThatTheShardIsRestoredFromStaysAfterARestart() throws Exception {
    node.snapshot(10, node.finalizeBucket(18, 1, "points"));
    node.awaitDone();
    node.clock.advance(Duration.ofHours(26));
    node.backup.shardClosed(Node.SHARD);
    assertThat(node.locate()).isPresent();
    node.awaitDone();
    assertThat(node.file(18, 1)).exists();
  }

  @Test
  void whatExpiredBeforeItCameToS3StillGoesThereAfterARestart() throws Exception {
    s3.stop();
    node.finalizeBucket(17, 1, "points");
    node.finalizeBucket(18, 1, "points");
    awaitFailures();
    node.close();
    s3.start();
    node = new Node(s3, directory, DISK);
    node.clock.advance(Duration.ofDays(2));
    node.locate();
    node.awaitDone();
    assertThat(windowsInTheOrderOfTheirEvents()).containsExactly(17, 18);
    node.backup.check();
    assertThat(node.file(17, 1)).doesNotExist();
    assertThat(node.file(18, 1)).doesNotExist();
  }

  @Test
  void lateDatapointsOfAnExpiredWindowStillGoThere() throws Exception {
    node.finalizeBucket(17, 1, "points");
    node.finalizeBucket(18, 1, "points");
    node.awaitDone();
    node.clock.advance(Duration.ofDays(2));
    node.finalizeBucket(17, 2, "more points");
    node.awaitDone();
    assertThat(node.stored()).contains(S3Keys.fileName(Node.key(17, 2)));
  }

  @Test
  void laterGenerationOfAWindowThatTheCompactorRemovedStillGoesThere() throws Exception {
    node.finalizeBucket(17, 1, "points");
    node.finalizeBucket(18, 1, "points");
    node.awaitDone();
    s3.stop();
    node.finalizeBucket(17, 2, "more points");
    awaitFailures();
    node.close();
    s3.start();
    node = new Node(s3, directory, DISK);
    node.clock.advance(Duration.ofDays(2));
    node.store.delete(S3Server.S3_BUCKET, Node.key(17, 1));
    node.locate();
    node.awaitDone();
    assertThat(node.stored()).contains(S3Keys.fileName(Node.key(17, 2)));
  }
}
