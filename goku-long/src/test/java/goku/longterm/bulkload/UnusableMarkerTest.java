package goku.longterm.bulkload;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import goku.longterm.Buckets;
import goku.longterm.S3Server;
import goku.longterm.tier.PinnedBuckets;
import goku.model.Hole;
import goku.model.HoleCause;
import goku.model.Holes;
import goku.tier.BucketKey;
import goku.tier.Manifest;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Buckets in S3 whose marker is corrupt or missing.
class UnusableMarkerTest {
  private static final BucketKey FIRST = Buckets.key(1, 2000, 1);
  private static final BucketKey SECOND = Buckets.key(1, 2001, 1);
  private static final Instant NOW =
      Instant.ofEpochMilli(SECOND.startMillis()).plus(Duration.ofHours(7));
  private static final int BUCKETS = 2;

  @TempDir private Path directory;
  private S3Server s3;
  private Manifest first;

  @BeforeEach
  void start() throws Exception {
    s3 = new S3Server();
    first = Buckets.upload(s3.client(), directory, FIRST);
    Buckets.upload(s3.client(), directory, SECOND);
  }

  @AfterEach
  void stop() {
    s3.close();
  }

  @Test
  void aCorruptMarkerIsReplacedByTheManifestOfANodeThatHasTheBucket() throws Exception {
    try (var node = node("node")) {
      node.poller.pollOnce();
      assertThat(node.visible()).containsExactly(FIRST, SECOND);
      putMarker("{");
      for (int poll = 0; poll < BUCKETS; poll++) {
        node.poller.pollOnce();
      }
      assertThat(s3.client().get(Buckets.S3_BUCKET, Buckets.markerKey(FIRST)))
          .hasValue(first.toBytes());
    }
    try (var other = node("other")) {
      other.poller.pollOnce();
      assertThat(other.visible()).containsExactly(FIRST, SECOND);
    }
  }

  @Test
  void aMarkerOfALaterVersionStays() throws Exception {
    String later = new String(first.toBytes(), UTF_8).replace("\"version\" : 1", "\"version\" : 9");
    try (var node = node("node")) {
      node.poller.pollOnce();
      putMarker(later);
      for (int poll = 0; poll < BUCKETS; poll++) {
        node.poller.pollOnce();
      }
      assertThat(s3.client().get(Buckets.S3_BUCKET, Buckets.markerKey(FIRST)))
          .hasValue(later.getBytes(UTF_8));
    }
  }

  @Test
  void aBucketThatTheCompactorRemovedDoesNotComeBack() throws Exception {
    try (var node = node("node")) {
      node.poller.pollOnce();
      s3.client().delete(Buckets.S3_BUCKET, Buckets.markerKey(FIRST));
      for (int poll = 0; poll < BUCKETS; poll++) {
        node.poller.pollOnce();
      }
      assertThat(s3.client().get(Buckets.S3_BUCKET, Buckets.markerKey(FIRST))).isEmpty();
    }
  }

  @Test
  void answersAreMarkedFromABucketWithACorruptMarkerOn() throws Exception {
    putMarker("{");
    assertMarked();
  }

  @Test
  void answersAreMarkedFromABucketWithoutAMarkerOn() throws Exception {
    s3.client().delete(Buckets.S3_BUCKET, Buckets.markerKey(FIRST));
    assertMarked();
  }

  private void assertMarked() throws Exception {
    try (var node = node("node")) {
      node.poller.pollOnce();
      assertThat(node.visible()).containsExactly(SECOND);
      try (PinnedBuckets pinned = node.shard.pin()) {
        assertThat(pinned.holes().only(HoleCause.RECOVERY))
            .isEqualTo(
                Holes.of(new Hole(FIRST.startMillis(), SECOND.startMillis(), HoleCause.RECOVERY)));
      }
    }
  }

  private TestNode node(String name) {
    return new TestNode(directory.resolve(name), s3, NOW);
  }

  private void putMarker(String text) {
    s3.client().put(Buckets.S3_BUCKET, Buckets.markerKey(FIRST), text.getBytes(UTF_8));
  }
}
