package goku.embedded;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.UUID;
import org.junit.jupiter.api.Test;

class UnfinishedObjectsTest {
  @Test
  void unfinishedObjectsHaveARandomUuidAtTheEndOfTheirName() {
    assertThat(UnfinishedObjects.isUnfinished("bucket-17-" + UUID.randomUUID())).isTrue();
    assertThat(UnfinishedObjects.isUnfinished(UUID.randomUUID().toString())).isFalse();
    assertThat(UnfinishedObjects.isUnfinished("bucket-" + UUID.randomUUID() + ".sst")).isFalse();
  }
}
