package goku.standalone.doctor.check;

import static org.assertj.core.api.Assertions.assertThat;

import goku.namespace.NamespacesText;
import goku.standalone.doctor.check.Finding.Level;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

class MachineFaultsTest {
  private static final Instant NOON = Instant.parse("2026-11-22T12:00:00Z");
  private static final long GIB = 1L << 30;

  @TempDir private Path directory;

  @Test
  void anotherJavaFailsAndMissingFlagsAreWarnedOf() throws Exception {
    var flags = List.of("--enable-native-access=ALL-UNNAMED", "-XX:+ExitOnOutOfMemoryError");
    assertThat(levels(new JvmExamination(25, flags))).containsExactly(Level.OK);
    assertThat(new JvmExamination(21, flags).examine().getFirst().remedy())
        .contains("GOKU_JAVA_HOME");
    assertThat(levels(new JvmExamination(25, List.of())))
        .containsExactly(Level.OK, Level.WARN, Level.WARN);
  }

  @Test
  void aPortThatSomebodyListensOnIsWarnedOfAndAnAddressOfOthersFails() throws Exception {
    try (var taken = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      var inUse = new PortExamination("http.port", "127.0.0.1", taken.getLocalPort());
      assertThat(levels(inUse)).containsExactly(Level.WARN);
      assertThat(inUse.examine().getFirst().remedy()).contains("--http.port");
    }
    assertThat(levels(new PortExamination("http.port", "127.0.0.1", 0))).containsExactly(Level.OK);
    assertThat(levels(new PortExamination("http.port", "192.0.2.1", 4242)))
        .containsExactly(Level.FAIL);
  }

  @Test
  void aServerThatTakesNoConnectionsFails() throws Exception {
    int closed;
    try (var open = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      closed = open.getLocalPort();
      var there = "127.0.0.1:" + closed;
      assertThat(levels(new ServersExamination("zookeeper", "cluster.zookeeper", there)))
          .containsExactly(Level.OK);
    }
    var away = new ServersExamination("zookeeper", "cluster.zookeeper", "127.0.0.1:" + closed);
    assertThat(levels(away)).containsExactly(Level.FAIL);
    assertThat(levels(new ServersExamination("zookeeper", "cluster.zookeeper", "nonsense")))
        .containsExactly(Level.FAIL);
  }

  @Test
  void aDirectoryIsWrittenAndSyncedWhereItIsOrWouldBeMade() throws Exception {
    var there = new DirectoryExamination("short.directory", directory.resolve("a/b"), 1);
    assertThat(there.examine().getFirst().found()).contains("can be written", "a sync takes");
    assertThat(directory).as("nothing is left behind").isEmptyDirectory();
  }

  @Test
  void aFullDiskAndAFileInPlaceOfTheDirectoryFail() throws Exception {
    var full = new DirectoryExamination("short.directory", directory, Long.MAX_VALUE);
    assertThat(full.examine().getFirst().found()).contains("MiB are needed");
    Path file = Files.writeString(directory.resolve("file"), "");
    assertThat(levels(new DirectoryExamination("short.directory", file, 1)))
        .containsExactly(Level.FAIL);
  }

  @Test
  @EnabledOnOs(OS.LINUX)
  void aDirectoryThatCannotBeWrittenFails() throws Exception {
    var refused = new DirectoryExamination("long.directory", Path.of("/proc/goku"), 1);
    assertThat(levels(refused)).containsExactly(Level.FAIL);
    assertThat(refused.examine().getFirst().remedy()).contains("--long.directory");
  }

  @Test
  void aFileThatIsNotThereFails() throws Exception {
    Path file = directory.resolve("key.pem");
    assertThat(levels(new FileExamination("http.tls-key", file))).containsExactly(Level.FAIL);
    Files.writeString(file, "");
    assertThat(levels(new FileExamination("http.tls-key", file))).containsExactly(Level.OK);
  }

  @Test
  void memoryBeyondThatOfTheMachineFailsAndLittleRestIsWarnedOf() throws Exception {
    assertThat(levels(new MemoryExamination(2 * GIB, GIB, 8 * GIB))).containsExactly(Level.OK);
    assertThat(levels(new MemoryExamination(6 * GIB, GIB, 8 * GIB))).containsExactly(Level.WARN);
    assertThat(new MemoryExamination(7 * GIB, GIB, 8 * GIB).examine().getFirst().remedy())
        .contains("GOKU_HEAP");
  }

  @Test
  void fewOpenFilesAreWarnedOfAndVeryFewFail() throws Exception {
    assertThat(levels(new FileLimitExamination(1 << 20))).containsExactly(Level.OK);
    assertThat(levels(new FileLimitExamination(-1))).containsExactly(Level.OK);
    assertThat(levels(new FileLimitExamination(10_000))).containsExactly(Level.WARN);
    assertThat(levels(new FileLimitExamination(1_024))).containsExactly(Level.FAIL);
  }

  @Test
  void aClockThatIsOffIsWarnedOfAndFailsFromAMinuteOn() throws Exception {
    assertThat(levels(clock(Duration.ofMillis(1_900)))).containsExactly(Level.OK);
    assertThat(levels(clock(Duration.ofSeconds(-30)))).containsExactly(Level.WARN);
    assertThat(levels(clock(Duration.ofHours(1)))).containsExactly(Level.FAIL);
    assertThat(clock(Duration.ofHours(1)).examine().getFirst().found())
        .contains("3600 s behind that of S3");
    assertThat(clock(Duration.ofHours(-1)).examine().getFirst().found()).contains("ahead of");
  }

  @Test
  void namespacesThatAreNotRightFailWithWhatIsWrong() {
    var wrong =
        new NamespacesExamination("a.yaml", () -> NamespacesText.of("namespaces: 7", "a.yaml"));
    assertThat(wrong.examine())
        .allMatch(finding -> finding.level() == Level.FAIL && finding.found().contains("a.yaml"));
  }

  /// @param off how much later the other clock is
  private static ClockExamination clock(Duration off) {
    return new ClockExamination(
        "S3", () -> NOON.plus(off), Duration.ofMillis(1), InstantSource.fixed(NOON));
  }

  private static List<Level> levels(Examination examination) throws Exception {
    return examination.examine().stream().map(Finding::level).toList();
  }
}
