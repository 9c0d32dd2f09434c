package goku.integration.docs;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import goku.integration.fixture.GokuProcess;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DynamicContainer;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestInstance.Lifecycle;
import org.junit.jupiter.api.io.TempDir;

/// Tests of the documents' marked commands, run from top to bottom with one `./goku standalone`.
/// Only the ports differ. The commands run in a directory that looks like a checkout.
@TestInstance(Lifecycle.PER_CLASS)
class DocumentedCommandsIT {
  private static final List<String> DOCUMENTS =
      List.of(
          "README.md",
          "docs/quick-start.md",
          "docs/sending-metrics.md",
          "docs/sizing.md",
          "docs/operations.md",
          "docs/faq.md");

  /// The time until a command has ended, which may compile first, and its datapoints can be read.
  private static final Duration PATIENCE = Duration.ofMinutes(2);

  @SuppressWarnings("NullAway.Init") // set before the first test
  private GokuProcess goku;

  @SuppressWarnings("NullAway.Init") // set before the first test
  private Path directory;

  @BeforeAll
  void start(@TempDir Path temporary) throws IOException {
    directory = temporary;
    Path checkout = GokuProcess.checkout();
    for (String name : List.of("goku", "goku-standalone", "goku-client", "docs")) {
      Files.createSymbolicLink(directory.resolve(name), checkout.resolve(name));
    }
    goku = GokuProcess.start(directory.resolve("goku-data"));
  }

  @AfterAll
  void stop() {
    goku.close();
  }

  @TestFactory
  Stream<DynamicContainer> theCommandsDoWhatTheDocumentSays() {
    return DOCUMENTS.stream()
        .map(
            document ->
                DynamicContainer.dynamicContainer(
                    document,
                    blocks(document).stream()
                        .map(
                            block ->
                                DynamicTest.dynamicTest(
                                    "line " + block.line(), () -> run(block)))));
  }

  private static List<Block> blocks(String document) {
    try {
      List<Block> blocks = Block.of(Files.readAllLines(GokuProcess.checkout().resolve(document)));
      assertThat(blocks).as(document).isNotEmpty();
      return blocks;
    } catch (IOException e) {
      throw new IllegalStateException(e);
    }
  }

  private void run(Block block) {
    assumeTrue(block.program().isEmpty() || isThere(block.program()), block.program());
    String commands =
        block
            .commands()
            .replace(":4242", ":" + goku.port())
            .replace(" 4242", " " + goku.port())
            .replace(":9092", ":" + goku.kafkaPort());
    Awaitility.await()
        .atMost(PATIENCE)
        .untilAsserted(
            () -> {
              Ran ran = shell(commands);
              assertThat(ran.exitCode()).as("%s%n%s", commands, ran.errors()).isZero();
              assertThat(block.isAnsweredBy(ran.output()))
                  .as("%s%nprinted%n%s%n%s", commands, ran.output(), ran.errors())
                  .isTrue();
            });
  }

  private boolean isThere(String program) {
    return shell("command -v " + program).exitCode() == 0;
  }

  private record Ran(int exitCode, String output, String errors) {}

  private Ran shell(String commands) {
    try {
      Path errors = directory.resolve("errors");
      var builder = new ProcessBuilder("bash", "-euo", "pipefail", "-c", commands);
      builder.directory(directory.toFile()).redirectError(errors.toFile());
      builder.environment().put("PATH", javaOfTheTest() + ":" + System.getenv("PATH"));
      Process process = builder.start();
      String output = new String(process.getInputStream().readAllBytes(), UTF_8);
      return new Ran(process.waitFor(), output, Files.readString(errors));
    } catch (IOException | InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  private static Path javaOfTheTest() {
    return Path.of(System.getProperty("java.home"), "bin");
  }
}
