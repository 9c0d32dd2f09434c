package goku.standalone;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Instant;
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
  void theFirstStartOfAServiceAfterABuildRecordsNoArchiveOfClasses() throws Exception {
    jdk("jdk-25", "25");
    assertThat(run(checkout.resolve("goku"), "standalone").output()).doesNotContain(".jsa");
    Path started = checkout.resolve("goku-standalone/target/standalone.started");
    Files.setLastModifiedTime(started, FileTime.from(Instant.now().plusSeconds(2)));
    assertThat(run(checkout.resolve("goku"), "standalone").output())
        .contains("[-XX:+AutoCreateSharedArchive]", "standalone.jsa]");
    Path archive = checkout.resolve("goku-standalone/target/standalone.jsa");
    try (var file = new RandomAccessFile(archive.toFile(), "rw")) {
      file.setLength(17 << 20); // smaller ones are deleted in any case
    }
    Files.setLastModifiedTime(archive, FileTime.from(Instant.EPOCH));
    run(checkout.resolve("goku"), "standalone");
    assertThat(archive).as("an archive of older jars").doesNotExist();
    assertThat(run(checkout.resolve("goku"), "ingest").output()).doesNotContain(".jsa");
    Path source = Files.writeString(checkout.resolve("goku-common/goku-model/src/main/A.java"), "");
    Files.setLastModifiedTime(source, FileTime.from(Instant.now().plusSeconds(5)));
    Files.setLastModifiedTime(started, FileTime.from(Instant.EPOCH));
    assertThat(run(checkout.resolve("goku"), "standalone").output())
        .contains("Built in")
        .doesNotContain(".jsa");
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
