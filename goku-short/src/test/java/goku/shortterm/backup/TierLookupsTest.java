package goku.shortterm.backup;

import static org.assertj.core.api.Assertions.assertThat;

import goku.model.Disk;
import goku.testkit.s3.S3Server;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class TierLookupsTest {
  @TempDir private Path directory;

  /// A shard also asks about a window that it dropped when a shorter memory TTL was set.
  @Test
  void aBucketThatHasNotExpiredIsLookedUpOnceTheShardAsks() throws Exception {
    var tiers = Optional.of(new Disk(Duration.ofDays(3), List.of()));
    try (var s3 = new S3Server();
        var node = new Node(s3, directory, tiers)) {
      node.locate();
      node.finalizeBucket(18, 1, "points");
      node.awaitDone();
      node.consume(18, 1);
      Instant expires = Instant.ofEpochMilli(Node.start(19)).plus(Node.TTL);
      Node.await()
          .until(
              () -> {
                node.clock.advance(Duration.ofMinutes(1));
                return node.isInTiers(18, 1);
              });
      assertThat(node.clock.instant()).isBefore(expires.minus(Duration.ofHours(1)));
    }
  }
}
