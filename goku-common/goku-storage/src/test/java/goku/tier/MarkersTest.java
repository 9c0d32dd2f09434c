package goku.tier;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.dynatrace.hash4j.hashing.Hashing;
import goku.format.CorruptException;
import goku.format.FormatException;
import goku.format.NotOursException;
import goku.format.OtherVersionException;
import goku.testkit.GoldenFile;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HexFormat;
import java.util.List;
import java.util.function.Function;
import org.junit.jupiter.api.Test;

/// Golden tests of the marker formats: each version reads these bytes.
class MarkersTest {
  private static final String KEY = "long/00012/tier-1/1700006400-2/complete.json";
  private static final Manifest FIRST_MANIFEST =
      new Manifest(
          Manifest.FIRST_VERSION,
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
  private static final ShuffleMarker FIRST_SHUFFLED =
      new ShuffleMarker(
          ShuffleMarker.FIRST_VERSION,
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
          FIRST_MANIFEST.inputs(),
          FIRST_MANIFEST.files(),
          List.of(
              new ConsumedWindows(4, List.of(1, 1, 3), List.of(360L, 360L, 0L)),
              new ConsumedWindows(7, List.of(2, 0, -1), List.of(360L, 0L, -1L))));
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
          FIRST_SHUFFLED.files(),
          Coverage.INCOMPLETE);

  @Test
  void aManifestIsWrittenAndReadAsInTheGoldenFile() throws IOException {
    byte[] first = golden("manifest-v1.json");
    assertThat(new String(FIRST_MANIFEST.toBytes(), UTF_8)).isEqualTo(new String(first, UTF_8));
    assertThat(Manifest.parse(first, KEY)).isEqualTo(FIRST_MANIFEST);
    byte[] golden = golden("manifest-v2.json");
    assertThat(new String(MANIFEST.toBytes(), UTF_8)).isEqualTo(new String(golden, UTF_8));
    assertThat(Manifest.parse(golden, KEY)).isEqualTo(MANIFEST);
    assertThat(MANIFEST.consumedOf(7)).contains(MANIFEST.consumed().getLast());
    assertThat(MANIFEST.consumedOf(5)).isEmpty();
    assertThat(MANIFEST.bucket()).isEqualTo(new BucketKey(12, 1, 1_700_006_400_000L, 2));
    assertThat(MANIFEST.endMillis()).isEqualTo(1_700_028_000_000L);
  }

  @Test
  void aManifestOfABucketThatLacksDatapointsIsWrittenAndReadAsInTheGoldenFile() throws IOException {
    Manifest lacking = MANIFEST.lacking(List.of(new IncompleteWindow(7, 1_700_006_400_000L)));
    byte[] golden = golden("manifest-v2-incomplete.json");
    assertThat(new String(lacking.toBytes(), UTF_8)).isEqualTo(new String(golden, UTF_8));
    assertThat(Manifest.parse(golden, KEY)).isEqualTo(lacking);
  }

  @Test
  void aShuffleMarkerIsWrittenAndReadAsInTheGoldenFile() throws IOException {
    byte[] first = golden("shuffled-v1.json");
    assertThat(new String(FIRST_SHUFFLED.toBytes(), UTF_8)).isEqualTo(new String(first, UTF_8));
    assertThat(ShuffleMarker.parse(first, KEY)).isEqualTo(FIRST_SHUFFLED);
    byte[] golden = golden("shuffled-v2.json");
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
            () -> Manifest.parse("{\"version\": 3, \"unknown\": []}".getBytes(UTF_8), KEY))
        .isInstanceOf(OtherVersionException.class)
        .hasMessageContaining("version 3");
  }

  @Test
  void markerWithAMemberOfALaterVersionIsRead() {
    String first = new String(FIRST_MANIFEST.toBytes(), UTF_8);
    String more = first.replaceFirst("\\{", "{\n  \"zone\" : [ \"a\" ],");
    assertThat(Manifest.parse(more.getBytes(UTF_8), KEY)).isEqualTo(FIRST_MANIFEST);
    String later = new String(MANIFEST.toBytes(), UTF_8).replaceFirst("\\{", "{ \"zone\" : 1,");
    int name = later.lastIndexOf("\"checksum\"");
    long hash = Hashing.xxh3_64().hashBytesToLong(later.getBytes(UTF_8), 0, name);
    String stated =
        later.substring(0, name)
            + "\"checksum\" : \"%s\"\n}".formatted(HexFormat.of().toHexDigits(hash));
    assertThat(Manifest.parse(stated.getBytes(UTF_8), KEY)).isEqualTo(MANIFEST);
  }

  @Test
  void everyChangedByteOfAMarkerIsRefusedOrWithoutEffect() {
    assertThat(everyFlip(MANIFEST.toBytes(), bytes -> Manifest.parse(bytes, KEY)))
        .as("manifests that a flipped bit changes")
        .allMatch(MANIFEST::equals);
    assertThat(everyFlip(SHUFFLED.toBytes(), bytes -> ShuffleMarker.parse(bytes, KEY)))
        .as("markers that a flipped bit changes")
        .allMatch(SHUFFLED::equals);
  }

  /// Returns what each version of the bytes with one flipped bit is read as, without those that are
  /// refused.
  private static List<Record> everyFlip(byte[] bytes, Function<byte[], Record> read) {
    List<Record> found = new ArrayList<>();
    for (int bit = 0; bit < bytes.length * Byte.SIZE; bit++) {
      byte[] flipped = bytes.clone();
      flipped[bit / Byte.SIZE] ^= (byte) (1 << (bit % Byte.SIZE));
      try {
        found.add(read.apply(flipped));
      } catch (FormatException refused) {
        assertThat(refused).hasMessageContaining(KEY);
      }
    }
    return found;
  }

  @Test
  void markerOfTheSecondVersionWithoutChecksumIsCorrupt() {
    String first = new String(FIRST_SHUFFLED.toBytes(), UTF_8);
    String second = first.replace("\"version\" : 1", "\"version\" : 2");
    assertThatThrownBy(() -> ShuffleMarker.parse(second.getBytes(UTF_8), KEY))
        .isInstanceOf(CorruptException.class)
        .hasMessageContaining("no checksum");
  }

  @Test
  void aManifestIsNoShuffleMarker() {
    assertThatThrownBy(() -> ShuffleMarker.parse(MANIFEST.toBytes(), KEY))
        .isInstanceOf(CorruptException.class);
  }

  private static byte[] golden(String name) throws IOException {
    return GoldenFile.read(MarkersTest.class, name);
  }

  @Test
  void aBucketHasConsumedAFileIfItStatesItsGenerationOrALaterOne() {
    Manifest made = consuming(Manifest.VERSION, 1, List.of(5, ConsumedWindows.NONE, 4), List.of());
    assertThat(made.consumedGeneration(3, START)).isEqualTo(5);
    assertThat(made.hasConsumed(file(3, 0, 3))).isTrue();
    assertThat(made.hasConsumed(file(3, 0, 5))).isTrue();
    assertThat(made.hasConsumed(file(3, 0, 7))).isFalse();
    assertThat(made.hasConsumed(file(3, 0, 6))).as("incomplete, with late datapoints").isFalse();
    assertThat(made.hasConsumed(file(3, 1, 1))).as("no file then").isFalse();
    assertThat(made.hasConsumed(file(3, 1, 2))).as("no file then, incomplete").isFalse();
    assertThat(made.hasConsumed(file(3, 2, 5))).as("an incomplete one").isFalse();
    assertThat(made.hasConsumed(file(3, -1, 1))).as("before it").isFalse();
    assertThat(made.hasConsumed(file(3, 3, 1))).as("after it").isFalse();
    assertThat(made.hasConsumed(file(4, 0, 1))).as("another shard").isFalse();
  }

  @Test
  void aBucketOfTheFirstVersionTellsByItsInputsWhatItConsumed() {
    String input = TierKeys.shuffled(file(3, 0, 5), 0);
    Manifest first = consuming(Manifest.FIRST_VERSION, 1, List.of(), List.of(input));
    assertThat(first.hasConsumed(file(3, 0, 5))).isTrue();
    assertThat(first.hasConsumed(file(3, 0, 7))).isFalse();
    assertThat(first.hasConsumed(file(3, 1, 1))).isFalse();
    Manifest higher = consuming(Manifest.FIRST_VERSION, 2, List.of(), List.of());
    assertThat(higher.consumedGeneration(3, START)).isEqualTo(ConsumedWindows.UNKNOWN);
    assertThat(higher.hasConsumed(file(3, 0, 5))).as("nothing tells").isTrue();
  }

  private static final long START = 43_200_000;
  private static final long WINDOW = 7_200_000;

  private static BucketKey file(int shard, int window, int generation) {
    return new BucketKey(shard, 0, START + window * WINDOW, generation);
  }

  private static Manifest consuming(
      int version, int tier, List<Integer> generations, List<String> inputs) {
    var consumed = new ConsumedWindows(3, generations, Collections.nCopies(generations.size(), 0L));
    return new Manifest(
        version,
        "ns",
        0,
        tier,
        START,
        3 * WINDOW,
        1,
        true,
        0,
        0,
        0,
        inputs,
        List.of(),
        generations.isEmpty() ? List.of() : List.of(consumed));
  }
}
