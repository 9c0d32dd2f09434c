package goku.shortterm.log;

import static org.assertj.core.api.Assertions.assertThat;

import goku.testkit.disk.SimulatedDisk;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.SplittableRandom;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LastEndTest {
  private static final UUID ID = new UUID(1, 2);
  private static final long NOW = 1_772_369_982_000L;

  @TempDir private Path directory;

  @Test
  void theNextOpeningKnowsTheHighestEnd() {
    assertThat(seen(ID)).isEmpty();
    LastEnd end = LastEnd.follow(ID, directory);
    end.reached(12_345);
    end.reached(7);
    assertThat(seen(ID)).hasValue(12_345);
  }

  @Test
  void theEndOfAnEarlierProcessStaysUntilASnapshotStatesTheLoss() {
    LastEnd.follow(ID, directory).reached(20);
    LastEnd end = LastEnd.follow(ID, directory);
    end.reached(11);
    assertThat(seen(ID)).hasValue(20);
    end.forgetEarlier();
    assertThat(seen(ID)).hasValue(11);
    end.reached(12);
    assertThat(seen(ID)).hasValue(12);
  }

  @Test
  void aLogThatGrowsBeyondTheEarlierEndIsRecorded() {
    LastEnd.follow(ID, directory).reached(20);
    LastEnd end = LastEnd.follow(ID, directory);
    end.reached(21);
    assertThat(seen(ID)).hasValue(21);
    end.forgetEarlier();
    assertThat(seen(ID)).hasValue(21);
  }

  @Test
  void anEndOfAnotherLogSaysNothing() {
    LastEnd.follow(ID, directory).reached(5);
    assertThat(seen(new UUID(3, 4))).isEmpty();
    assertThat(seen(LogRange.UNKNOWN)).hasValue(5);
    LastEnd.follow(new UUID(3, 4), directory).reached(3);
    assertThat(seen(new UUID(3, 4))).hasValue(3);
  }

  @Test
  void theNextOpeningKnowsTheOldestTimeThatNoSnapshotHas() {
    LastEnd end = LastEnd.follow(ID, directory);
    assertThat(oldest()).isGreaterThan(NOW);
    end.unsaved(NOW, false);
    end.unsaved(NOW - 5, false);
    assertThat(oldest()).isEqualTo(NOW - 5);
    end.unsaved(NOW + 7, true);
    assertThat(oldest()).isEqualTo(NOW + 7);
    end.unsaved(Long.MAX_VALUE, true);
    assertThat(oldest()).isGreaterThan(NOW + 7);
  }

  @Test
  void theOldestTimeOfAnEarlierProcessStaysUntilASnapshotIsSaved() {
    LastEnd.follow(ID, directory).unsaved(NOW, false);
    LastEnd end = LastEnd.follow(ID, directory);
    end.unsaved(NOW + 5, false);
    assertThat(oldest()).isEqualTo(NOW);
    end.unsaved(NOW - 5, false);
    assertThat(oldest()).isEqualTo(NOW - 5);
    end.unsaved(NOW + 5, true);
    assertThat(oldest()).isEqualTo(NOW + 5);
  }

  @Test
  void timesBeforeTheEpochAreAsOldAsIt() {
    LastEnd.follow(ID, directory).unsaved(-1, false);
    assertThat(oldest()).isZero();
  }

  private long oldest() {
    return seenLog(ID).orElseThrow().oldestMillis();
  }

  @Test
  void theBytesAreThoseOfTheTable() throws IOException {
    LastEnd.follow(ID, directory).reached(0x123456);
    assertThat(HexFormat.of().formatHex(Files.readAllBytes(file())))
        .isEqualTo(
            "474f4b55454e4431"
                + "0000000000000001"
                + "0000000000000002"
                + "1fc1000000123456"
                + "c6c8ffffffffffff");
  }

  @Test
  void aFileWithAFlippedBitSaysNothing() throws IOException {
    LastEnd.follow(ID, directory).reached(1234);
    byte[] whole = Files.readAllBytes(file());
    for (int bit = 0; bit < 8 * whole.length; bit++) {
      byte[] flipped = whole.clone();
      flipped[bit / 8] ^= (byte) (1 << bit % 8);
      Files.write(file(), flipped);
      assertThat(seen(LogRange.UNKNOWN)).as("bit %d", bit).isEmpty();
    }
  }

  @Test
  void aPartOfAFileSaysNothing() throws IOException {
    LastEnd.follow(ID, directory).reached(1234);
    byte[] whole = Files.readAllBytes(file());
    for (int length = 0; length < whole.length; length++) {
      Files.write(file(), Arrays.copyOf(whole, length));
      assertThat(seen(ID)).isEmpty();
    }
  }

  @Test
  void theTextFileOfEarlierVersionsIsRead() throws IOException {
    Files.writeString(directory.resolve("log-end.txt"), "%s %019d\n".formatted(ID, 12));
    assertThat(seen(ID)).hasValue(12);
    LastEnd.follow(ID, directory).reached(5);
    assertThat(seen(ID)).hasValue(12);
    for (String damaged : new String[] {"", "\0\0\0\0", ID + " x\n", "5\n"}) {
      Files.delete(file());
      Files.writeString(directory.resolve("log-end.txt"), damaged);
      assertThat(seen(ID)).as(damaged).isEmpty();
      LastEnd.follow(ID, directory);
    }
  }

  @Test
  void aDirectoryWithoutSpaceRecordsNothing() {
    Path absent = directory.resolve("absent");
    LastEnd end = LastEnd.follow(ID, absent);
    end.reached(5);
    end.forgetEarlier();
    assertThat(LastEnd.of(new LogRange(ID, 0, 3), absent)).isEmpty();
  }

  @Test
  void theEndIsRecordedAsSoonAsTheDiskHasSpace() throws IOException {
    Path later = directory.resolve("later");
    LastEnd end = LastEnd.follow(ID, later);
    end.reached(5);
    end.unsaved(NOW, false);
    end.keepTrying();
    assertThat(later).doesNotExist();
    Files.createDirectory(later);
    end.keepTrying();
    var range = new LogRange(ID, 0, 3);
    assertThat(LastEnd.of(range, later)).hasValue(new LastEnd.Seen(ID, 5, NOW));
    end.reached(6);
    end.keepTrying();
    assertThat(LastEnd.of(range, later)).hasValue(new LastEnd.Seen(ID, 6, NOW));
  }

  @Test
  void aFullDiskDoesNotHideTheTextFile() throws IOException {
    var disk = new SimulatedDisk(new SplittableRandom(7));
    Path shard = Files.createDirectories(disk.root().resolve("shard"));
    Files.writeString(shard.resolve("log-end.txt"), "%s %019d\n".formatted(ID, 12));
    disk.limit(disk.usedBytes());
    LastEnd.follow(ID, shard).reached(20);
    assertThat(LastEnd.of(new LogRange(ID, 0, 3), shard).map(LastEnd.Seen::end)).hasValue(12L);
  }

  private Path file() {
    return directory.resolve("log-end.bin");
  }

  private OptionalLong seen(UUID id) {
    return seenLog(id).stream().mapToLong(LastEnd.Seen::end).findAny();
  }

  private Optional<LastEnd.Seen> seenLog(UUID id) {
    return LastEnd.of(new LogRange(id, 0, 3), directory);
  }
}
