package goku.cluster.rollout;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import org.junit.jupiter.api.Test;

class RolloutEntryTest {
  private static final RolloutProgress PROGRESS =
      new RolloutProgress(8, 3, "short-a-1: shard short ns1/0: b-0 recovers");

  private static final String JSON =
      "{\"version\":1,\"at\":1700000000000,\"pods\":8,\"upgraded\":3,"
          + "\"waiting\":\"short-a-1: shard short ns1/0: b-0 recovers\"}";

  @Test
  void writesTheProgressAsOlderCommandsReadIt() {
    assertThat(new String(RolloutEntry.json(1_700_000_000_000L, PROGRESS), UTF_8)).isEqualTo(JSON);
  }

  @Test
  void readsTheProgressThatOlderControllersWrote() throws IOException {
    assertThat(RolloutEntry.parse(JSON.getBytes(UTF_8))).isEqualTo(PROGRESS);
    assertThat(RolloutEntry.writtenAt(JSON.getBytes(UTF_8))).isEqualTo(1_700_000_000_000L);
    String more = JSON.replace("\"at\"", "\"more\":{},\"at\"");
    assertThat(RolloutEntry.parse(more.getBytes(UTF_8))).isEqualTo(PROGRESS);
  }

  @Test
  void aNewerVersionIsRejected() {
    byte[] newer = JSON.replace("\"version\":1", "\"version\":2").getBytes(UTF_8);
    assertThatThrownBy(() -> RolloutEntry.parse(newer))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("version must be 1, found 2");
  }

  @Test
  void showsWhatTheRolloutWaitsFor() {
    assertThat(PROGRESS)
        .hasToString(
            "3 of 8 pods upgraded, waiting for short-a-1: shard short ns1/0: b-0 recovers");
    assertThat(new RolloutProgress(8, 8, "")).hasToString("8 of 8 pods upgraded");
  }
}
