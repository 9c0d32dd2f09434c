package goku.cluster.drain;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.time.Instant;
import org.junit.jupiter.api.Test;

class DrainsTest {
  private static final Instant SINCE = Instant.ofEpochMilli(1_764_482_400_000L);
  private static final String JSON =
      "{\"version\":1,\"drained\":{\"short-a-0\":1764482400000,\"zone-b\":1764482400001}}";

  private final Drains drains =
      Drains.NONE.with("zone-b", SINCE.plusMillis(1)).with("short-a-0", SINCE);

  @Test
  void aDrainOfANodeOrOfItsZoneCoversTheNode() {
    assertThat(drains.cover("short-a-0", "zone-a")).isTrue();
    assertThat(drains.cover("short-b-0", "zone-b")).isTrue();
    assertThat(drains.cover("short-a-1", "zone-a")).isFalse();
    assertThat(drains.without("zone-b").cover("short-b-0", "zone-b")).isFalse();
  }

  @Test
  void aRepeatedDrainKeepsItsStart() {
    assertThat(drains.with("short-a-0", SINCE.plusSeconds(60))).isEqualTo(drains);
  }

  @Test
  void writesAndReadsTheGoldenText() throws IOException {
    assertThat(new String(new DrainJson().write(drains), UTF_8)).isEqualTo(JSON);
    assertThat(DrainRegistry.parse(JSON.getBytes(UTF_8))).isEqualTo(drains);
    assertThat(DrainRegistry.parse(JSON.replace("{\"v", "{\"more\":1,\"v").getBytes(UTF_8)))
        .isEqualTo(drains);
  }

  @Test
  void rejectsHigherVersionsAndStartsThatAreNoNumbers() {
    assertThatThrownBy(() -> DrainRegistry.parse(JSON.replace(":1,", ":2,").getBytes(UTF_8)))
        .isInstanceOf(IOException.class)
        .hasMessage("version must be 1, found 2: a newer build may have written it");
    assertThatThrownBy(
            () -> DrainRegistry.parse(JSON.replace("1764482400000", "true").getBytes(UTF_8)))
        .isInstanceOf(IOException.class)
        .hasMessage("the start of drain=short-a-0 must be a number, found true");
  }
}
