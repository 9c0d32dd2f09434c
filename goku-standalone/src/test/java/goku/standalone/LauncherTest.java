package goku.standalone;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/// The launcher script in a checkout of its own, with a java that prints its arguments and a mvn
/// that makes empty jars.
@DisabledOnOs(OS.WINDOWS)
class LauncherTest {
  private static final String MAVEN =
      """
      echo "[INFO] Building goku-standalone 1 [1/1]"
      mkdir -p goku-standalone/target/lib
      touch goku-standalone/target/goku-standalone-1.jar goku-standalone/target/built
      """;

  /// A java that prints its arguments, and makes an archive if told so.
  private static final String ARCHIVING =
      """
      for argument; do
        case $argument in
          -XX:SharedArchiveFile=*) archive=${argument#*=} ;;
          -Xshare:dump) dumps=yes ;;
        esac
      done
      [ -z "${dumps-}" ] || touch "$archive"
      printf '[%s]' "$@"
      """;

  @TempDir Path directory;

  private Path checkout;
  private Path jvms;
  private Path bin;

  private record Result(int exitCode, String output) {}

  @BeforeEach
  void makeCheckout() throws IOException {
    checkout = directory.resolve("check out");
    jvms = directory.resolve("jvms");
    bin = Files.createDirectories(directory.resolve("bin"));
    Files.createDirectories(checkout.resolve("goku-common/goku-model/src/main"));
    Files.createDirectories(checkout.resolve("goku-standalone"));
    Files.writeString(checkout.resolve("pom.xml"), "<project/>");
    Files.copy(Path.of("../goku"), checkout.resolve("goku"));
    Files.createDirectories(checkout.resolve(".mvn"));
    Files.copy(Path.of("../.mvn/jdk.sh"), checkout.resolve(".mvn/jdk.sh"));
    script(bin.resolve("mvn"), MAVEN);
    jdk("jdk-17", "17.0.1");
  }

  @Test
  void withoutJdk25SaysHowToGetOne() throws Exception {
    Result result = run(checkout.resolve("goku"), "--help");
    assertThat(result.exitCode()).isEqualTo(1);
    assertThat(result.output()).contains("needs a JDK 25", "apt install");
  }

  @Test
  void findsTheJdkBuildsOnceAndRuns() throws Exception {
    jdk("jdk-25", "25.0.1");
    Result first = run(checkout.resolve("goku"), "inspect", "a b");
    assertThat(first.exitCode()).isZero();
    assertThat(first.output())
        .contains("goku-standalone 1", "Built in")
        .contains("jdk-25 ran", "[goku.standalone.GokuMain][inspect][a b]")
        .doesNotContain(".jsa");
    Result second = run(checkout.resolve("goku"), "standalone", "--port=1");
    assertThat(second.output())
        .doesNotContain("Built")
        .contains("/goku-standalone/src/main/jvm/jvm.options]")
        .contains("[goku.standalone.GokuMain][standalone][--port=1]");
  }

  @Test
  void aLaterStartMakesTheArchiveOfClassesFromTheListOfAnEarlierRun() throws Exception {
    jdk("jdk-25", "25");
    script(jvms.resolve("jdk-25/bin/java"), ARCHIVING);
    assertThat(run(checkout.resolve("goku"), "standalone").output())
        .contains("[-XX:DumpLoadedClassList=" + target().resolve("standalone.classes."))
        .doesNotContain(".jsa");
    list("standalone.classes.1", 512 << 10);
    assertThat(run(checkout.resolve("goku"), "standalone").output())
        .as("a list of a run that ended before it had started")
        .contains("DumpLoadedClassList");
    list("standalone.classes.2", (512 << 10) + 1);
    assertThat(run(checkout.resolve("goku"), "ingest").output()).contains("DumpLoadedClassList");
    assertThat(run(checkout.resolve("goku"), "standalone").output())
        .doesNotContain("DumpLoadedClassList", ".jsa");
    Path archive = awaitArchive();
    assertThat(run(checkout.resolve("goku"), "standalone").output())
        .contains("[-XX:SharedArchiveFile=" + archive + "]")
        .doesNotContain("DumpLoadedClassList");
  }

  @Test
  void theArchiveOfClassesCanBeMadeAtOnce() throws Exception {
    jdk("jdk-25", "25");
    script(jvms.resolve("jdk-25/bin/java"), ARCHIVING);
    run(checkout.resolve("goku"), "inspect");
    Result early = run(checkout.resolve("goku"), "archive", "standalone");
    assertThat(early.exitCode()).isEqualTo(1);
    assertThat(early.output()).contains("for 'standalone': no run has listed them");
    list("standalone.classes.1", 1 << 20);
    assertThat(run(checkout.resolve("goku"), "archive", "standalone").exitCode()).isZero();
    assertThat(files("standalone-*.jsa")).hasSize(1);
    assertThat(files("standalone.classes.*")).isEmpty();
  }

  @Test
  void anArchiveOfOlderJarsOrOfAnotherJdkIsNotUsed() throws Exception {
    jdk("jdk-25", "25");
    script(jvms.resolve("jdk-25/bin/java"), ARCHIVING);
    run(checkout.resolve("goku"), "inspect");
    list("standalone.classes.1", 1 << 20);
    run(checkout.resolve("goku"), "standalone");
    Path archive = awaitArchive();
    Path release = jvms.resolve("jdk-25/release");
    Files.writeString(release, "JAVA_VERSION=\"25.0.1\"\n");
    assertThat(run(checkout.resolve("goku"), "standalone").output())
        .contains("DumpLoadedClassList")
        .doesNotContain(".jsa");
    Files.writeString(release, "JAVA_VERSION=\"25\"\n");
    assertThat(run(checkout.resolve("goku"), "standalone").output()).contains(archive.toString());
    Files.setLastModifiedTime(archive, FileTime.from(Instant.EPOCH));
    assertThat(run(checkout.resolve("goku"), "standalone").output()).doesNotContain(".jsa");
    assertThat(archive).doesNotExist();
  }

  @Test
  void anArchiveOfJarsThatWereReplacedMeanwhileIsDropped() throws Exception {
    jdk("jdk-25", "25");
    String building =
        ARCHIVING.replace("touch \"$archive\"", "touch \"$archive\" \"${archive%/*}/built\"");
    script(jvms.resolve("jdk-25/bin/java"), building);
    run(checkout.resolve("goku"), "inspect");
    list("standalone.classes.1", 1 << 20);
    run(checkout.resolve("goku"), "standalone");
    await().until(() -> files("standalone.classes.*").isEmpty());
    assertThat(files("standalone-*.jsa*")).isEmpty();
  }

  private Path target() {
    return checkout.resolve("goku-standalone/target");
  }

  private void list(String name, int bytes) throws IOException {
    Files.write(target().resolve(name), new byte[bytes]);
  }

  /// Waits until the process that makes the archive has removed the lists, which it does last.
  private Path awaitArchive() {
    await().until(() -> files("standalone.classes.*").isEmpty());
    assertThat(files("standalone-*.jsa.*")).isEmpty();
    return files("standalone-*.jsa").getFirst();
  }

  private List<Path> files(String pattern) {
    try (var found = Files.newDirectoryStream(target(), pattern)) {
      List<Path> files = new ArrayList<>();
      found.forEach(files::add);
      return files;
    } catch (IOException failed) {
      throw new UncheckedIOException(failed);
    }
  }

  @Test
  void aLoadAloneLeavesTheBetterCompilerOut() throws Exception {
    jdk("25", "25.0.2");
    Path goku = checkout.resolve("goku");
    assertThat(run(goku, "bench", "--queries=0").output()).contains("TieredStopAtLevel=1");
    assertThat(run(goku, "bench").output()).doesNotContain("TieredStopAtLevel");
  }

  @Test
  void filesOfTheProcessAreReadableByItsUserOnly() throws Exception {
    jdk("jdk-25", "25");
    Path made = directory.resolve("made");
    script(jvms.resolve("jdk-25/bin/java"), "touch " + made + "\n");
    run(checkout.resolve("goku"), "standalone");
    assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(made)))
        .isEqualTo("rw-------");
  }

  @Test
  void worksThroughALink() throws Exception {
    jdk("jdk-25", "25");
    Path link = bin.resolve("linked");
    Files.createSymbolicLink(link, Path.of("../check out/goku"));
    assertThat(run(link, "inspect").output()).contains("jdk-25 ran");
  }

  @Test
  void whatCameInATarballIsNotBuilt() throws Exception {
    jdk("jdk-25", "25");
    Path unpacked = Files.createDirectories(directory.resolve("goku 1"));
    Files.createDirectories(unpacked.resolve("lib"));
    Files.copy(Path.of("../goku"), unpacked.resolve("goku"));
    Files.copy(Path.of("../.mvn/jdk.sh"), unpacked.resolve("jdk.sh"));
    Files.createFile(unpacked.resolve("goku-standalone-1.jar"));
    Files.createFile(unpacked.resolve("built"));
    assertThat(run(unpacked.resolve("goku"), "standalone").output())
        .startsWith("jdk-25 ran")
        .contains("goku 1/jvm.options]")
        .contains("goku 1/goku-standalone-1.jar:" + unpacked + "/lib/*]")
        .contains("[goku.standalone.GokuMain][standalone]");
  }

  @Test
  void buildsAgainAfterAnEdit() throws Exception {
    jdk("jdk-25", "25");
    run(checkout.resolve("goku"), "inspect");
    Path source = Files.writeString(checkout.resolve("goku-common/goku-model/src/main/A.java"), "");
    Files.setLastModifiedTime(source, FileTime.from(Instant.now().plusSeconds(5)));
    assertThat(run(checkout.resolve("goku"), "inspect").output()).contains("Built in");
  }

  @Test
  void aFailedBuildIsTriedAgain() throws Exception {
    jdk("jdk-25", "25");
    script(bin.resolve("mvn"), "echo '[ERROR] no such thing'; exit 1\n");
    Result failed = run(checkout.resolve("goku"), "inspect");
    assertThat(failed.exitCode()).isEqualTo(1);
    assertThat(failed.output()).contains("no such thing", "build.log").doesNotContain("ran");
    script(bin.resolve("mvn"), MAVEN);
    assertThat(run(checkout.resolve("goku"), "inspect").output()).contains("Built in", "ran");
  }

  private void jdk(String name, String version) throws IOException {
    Path home = jvms.resolve(name);
    Files.createDirectories(home.resolve("bin"));
    Files.writeString(home.resolve("release"), "JAVA_VERSION=\"" + version + "\"\n");
    script(home.resolve("bin/java"), "echo " + name + " ran; printf '[%s]' \"$@\"\n");
  }

  private static void script(Path file, String body) throws IOException {
    Files.writeString(file, "#!/bin/sh\n" + body);
    Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rwxr-xr-x"));
  }

  private Result run(Path launcher, String... arguments) throws Exception {
    var builder = new ProcessBuilder(launcher.toString());
    builder.command().addAll(List.of(arguments));
    builder.redirectErrorStream(true);
    builder.environment().clear();
    builder
        .environment()
        .putAll(
            Map.of(
                "PATH", bin + ":/usr/bin:/bin",
                "HOME", directory.toString(),
                "GOKU_JVM_DIRS", jvms.toString()));
    Process process = builder.start();
    String output = new String(process.getInputStream().readAllBytes(), UTF_8);
    return new Result(process.waitFor(), output);
  }
}
