package goku.tier;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import goku.format.CorruptException;
import goku.format.NotOursException;
import goku.format.OtherVersionException;
import goku.testkit.GoldenFile;
import java.io.IOException;
import java.util.List;
import org.junit.jupiter.api.Test;

/// Golden tests of the marker formats: each version reads these bytes.
class MarkersTest {
  private static final String KEY = "long/00012/tier-1/1700006400-2/complete.json";
  private static final Manifest MANIFEST =
      new Manifest(
          Manifest.VERSION,
          "default",
          12,
          1,
          1_700_006_400_000L,
          21_600_000,
          2,
          true,
          900_000,
          3,
          1080,
          List.of(
              "shuffled/00004/1700006400-1/complete.json",
              "shuffled/00007/1700006400-2/complete.json"),
          List.of(new StoredFile("000.sst", 4096, "00000000c0ffee00")));
  private static final ShuffleMarker SHUFFLED =
      new ShuffleMarker(
          ShuffleMarker.VERSION,
          "default",
          7,
          1_700_006_400_000L,
          7_200_000,
          2,
          4,
          2,
          List.of(
              new StoredFile("00003.goku", 700, "0123456789abcdef"),
              new StoredFile("00005.goku", 900, "fedcba9876543210")));

  @Test
  void aManifestIsWrittenAndReadAsInTheGoldenFile() throws IOException {
    byte[] golden = golden("manifest-v1.json");
    assertThat(new String(MANIFEST.toBytes(), UTF_8)).isEqualTo(new String(golden, UTF_8));
    assertThat(Manifest.parse(golden, KEY)).isEqualTo(MANIFEST);
    assertThat(MANIFEST.bucket()).isEqualTo(new BucketKey(12, 1, 1_700_006_400_000L, 2));
    assertThat(MANIFEST.endMillis()).isEqualTo(1_700_028_000_000L);
  }

  @Test
  void aShuffleMarkerIsWrittenAndReadAsInTheGoldenFile() throws IOException {
    byte[] golden = golden("shuffled-v1.json");
    assertThat(new String(SHUFFLED.toBytes(), UTF_8)).isEqualTo(new String(golden, UTF_8));
    assertThat(ShuffleMarker.parse(golden, KEY)).isEqualTo(SHUFFLED);
    assertThat(SHUFFLED.bucket()).isEqualTo(new BucketKey(7, 0, 1_700_006_400_000L, 2));
  }

  @Test
  void otherBytesAreRefusedWithTheReason() {
    assertThatThrownBy(() -> Manifest.parse(new byte[0], KEY))
        .isInstanceOf(NotOursException.class)
        .hasMessageContaining(KEY);
    assertThatThrownBy(() -> Manifest.parse("{}".getBytes(UTF_8), KEY))
        .isInstanceOf(NotOursException.class)
        .hasMessageContaining("no version");
    assertThatThrownBy(() -> Manifest.parse("<html>".getBytes(UTF_8), KEY))
        .isInstanceOf(CorruptException.class)
        .hasMessageContaining("a marker as JSON");
  }

  @Test
  void truncatedMarkerIsCorrupt() {
    String whole = new String(SHUFFLED.toBytes(), UTF_8);
    String cut = whole.substring(0, whole.length() / 2);
    assertThatThrownBy(() -> ShuffleMarker.parse(cut.getBytes(UTF_8), KEY))
        .isInstanceOf(CorruptException.class);
  }

  @Test
  void markerOfALaterVersionIsRejectedWhateverItsContent() {
    assertThatThrownBy(
            () -> Manifest.parse("{\"version\": 2, \"unknown\": []}".getBytes(UTF_8), KEY))
        .isInstanceOf(OtherVersionException.class)
        .hasMessageContaining("version 2");
  }

  @Test
  void aManifestIsNoShuffleMarker() {
    assertThatThrownBy(() -> ShuffleMarker.parse(MANIFEST.toBytes(), KEY))
        .isInstanceOf(CorruptException.class);
  }

  private static byte[] golden(String name) throws IOException {
    return GoldenFile.read(MarkersTest.class, name);
  }
}
