package goku.compactor.plan;

import static org.assertj.core.api.Assertions.assertThat;

import goku.tier.BucketKey;
import goku.tier.TierKeys;
import java.time.Instant;
import org.junit.jupiter.api.Test;

class DirectoryTest {
  @Test
  void markerIsRemovedBeforeItsFiles() {
    var bucket = new BucketKey(0, 1, 0, 1);
    Directory directory = Stored.tierDirectory(bucket, Instant.EPOCH, "a", TierKeys.MARKER, "z");
    String prefix = TierKeys.tierDirectory(bucket);
    assertThat(directory.keys())
        .containsExactly(prefix + TierKeys.MARKER, prefix + "a", prefix + "z");
  }
}
