package goku.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import goku.embedded.EmbeddedZooKeeper;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ZooKeeperClockTest {
  @TempDir private Path directory;

  @Test
  void theLeaderTellsItsTimeAgainAndAgain() throws Exception {
    try (var zookeeper = new EmbeddedZooKeeper(directory)) {
      zookeeper.start();
      var config = new ClusterConfig(zookeeper.connectString(), "a", "node");
      try (var cluster = new ClusterClient(config)) {
        cluster.start();
        var clock = new ZooKeeperClock(cluster.curator());
        Instant first = clock.ask().orElseThrow();
        assertThat(Duration.between(first, Instant.now())).isLessThan(Duration.ofMinutes(1));
        assertThat(clock.ask().orElseThrow()).isAfterOrEqualTo(first);
        assertThat(ZooKeeperClock.of(cluster)).as("on this machine").isEmpty();
      }
    }
  }
}
