package goku.standalone.agent.spool;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import goku.config.DataSize;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SpoolTest {
  private static final Instant TIME = Instant.ofEpochMilli(1_356_998_400_000L);

  @TempDir private Path directory;
  private final SimpleMeterRegistry registry = new SimpleMeterRegistry();

  @Test
  void readingsSurviveARestartInTheOrderOfTheirTimes() throws IOException {
    try (Spool spool = open(1 << 20)) {
      spool.add(TIME.plusSeconds(10), List.of("later 2 1"));
      spool.add(TIME, List.of("early 1 1", "early 1 2 tag=ü"));
    }
    try (Spool spool = open(1 << 20)) {
      assertThat(lines(spool))
          .containsExactly(List.of("early 1 1", "early 1 2 tag=ü"), List.of("later 2 1"));
    }
  }

  @Test
  void readingsOfOneMillisecondAreAllKept() throws IOException {
    try (Spool spool = open(1 << 20)) {
      spool.add(TIME, List.of("a"));
      spool.add(TIME, List.of("b"));
      assertThat(lines(spool)).containsExactly(List.of("a"), List.of("b"));
    }
  }

  @Test
  void removedReadingsDoNotComeBack() throws IOException {
    try (Spool spool = open(1 << 20)) {
      spool.add(TIME, List.of("a"));
      spool.remove(spool.readings().getFirst());
      assertThat(bytes()).isZero();
    }
    try (Spool spool = open(1 << 20)) {
      assertThat(spool.readings()).isEmpty();
    }
  }

  @Test
  void aFullSpoolDropsTheOldestReadings() throws IOException {
    try (Spool spool = open(9_000)) {
      for (int i = 0; i < 5; i++) {
        spool.add(TIME.plusSeconds(i), List.of(i + incompressible(4_000)));
      }
      assertThat(lines(spool)).map(lines -> lines.getFirst().charAt(0)).containsExactly('3', '4');
      assertThat(registry.get("goku.agent.spool.dropped").counter().count()).isEqualTo(3);
      assertThat(bytes()).isBetween(6_000.0, 9_000.0);
    }
  }

  @Test
  void aSmallerLimitAppliesToTheReadingsThatAreFound() throws IOException {
    try (Spool spool = open(1 << 20)) {
      spool.add(TIME, List.of(incompressible(4_000)));
      spool.add(TIME.plusSeconds(1), List.of("b"));
    }
    try (Spool spool = open(1_000)) {
      assertThat(lines(spool)).containsExactly(List.of("b"));
    }
  }

  @Test
  void aDirectoryBelongsToOneAgent() throws IOException {
    try (Spool spool = open(1 << 20)) {
      assertThat(spool.readings()).isEmpty();
      assertThatThrownBy(() -> open(1 << 20)).hasMessageContaining("another agent uses it");
    }
    open(1 << 20).close();
  }

  @Test
  void anUnfinishedFileIsRemovedAndOthersAreLeftAlone() throws IOException {
    Files.writeString(directory.resolve("1.put.gz.part"), "torn");
    Files.writeString(directory.resolve("notes.txt"), "of the user");
    try (Spool spool = open(1 << 20)) {
      assertThat(spool.readings()).isEmpty();
    }
    assertThat(directory.resolve("1.put.gz.part")).doesNotExist();
    assertThat(directory.resolve("notes.txt")).exists();
  }

  private Spool open(long limit) throws IOException {
    return Spool.open(directory, new DataSize(limit), registry);
  }

  private double bytes() {
    return registry.get("goku.agent.spool").gauge().value();
  }

  private static String incompressible(int length) {
    var text = new StringBuilder();
    new Random(1).ints(length, '0', 'z').forEach(text::appendCodePoint);
    return text.toString();
  }

  private static List<List<String>> lines(Spool spool) throws IOException {
    var all = new ArrayList<List<String>>();
    for (ReadingFile reading : spool.readings()) {
      all.add(reading.lines());
    }
    return all;
  }
}
