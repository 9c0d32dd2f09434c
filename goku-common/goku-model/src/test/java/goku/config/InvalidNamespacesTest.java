package goku.config;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import java.io.IOException;
import java.net.URISyntaxException;
import java.net.URL;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/// Tests that each file of the directory is rejected. The expected problems are at the end of the
/// file, after `#!`: line, key and reason.
class InvalidNamespacesTest {
  private static final String SAID = "#! ";

  static Stream<Path> files() throws IOException, URISyntaxException {
    URL directory =
        Objects.requireNonNull(InvalidNamespacesTest.class.getResource("namespaces/invalid"));
    try (Stream<Path> files = Files.list(Path.of(directory.toURI()))) {
      return files.sorted().toList().stream();
    }
  }

  @ParameterizedTest
  @MethodSource("files")
  void invalidFileIsRefusedWithLineKeyAndReason(Path file) throws IOException {
    byte[] content = Files.readAllBytes(file);
    List<String> expected =
        NamespacesFile.text(content, "n.yaml")
            .lines()
            .filter(line -> line.startsWith(SAID))
            .map(line -> line.substring(SAID.length()))
            .toList();
    assertThat(problems(content)).isNotEmpty().isEqualTo(expected);
  }

  @Test
  void directoryHoldsManyInvalidFiles() throws Exception {
    try (Stream<Path> files = files()) {
      assertThat(files).hasSizeGreaterThan(80);
    }
  }

  @Test
  void fileThatIsNotUtf8IsRefusedWithItsLine() {
    String text = "namespaces:\n  # für alle\n  - name: ns1\n";
    assertThat(problems(text.getBytes(ISO_8859_1))).containsExactly("n.yaml:2: is not UTF-8");
    assertThat(problems(new byte[] {'a', (byte) 0xe2, (byte) 0x82}))
        .containsExactly("n.yaml:1: is not UTF-8");
  }

  @Test
  void fileTooLargeForZooKeeperIsRefused() {
    byte[] tooLong = ("namespaces:\n" + "# none\n".repeat(150_000)).getBytes(UTF_8);
    assertThat(problems(tooLong))
        .containsExactly(
            "n.yaml: is 1050012 bytes, at most 1000000 are allowed: claim longer lists of metrics"
                + " by fewer prefixes");
    byte[] longest = " ".repeat(NamespacesFile.MOST_BYTES).getBytes(UTF_8);
    assertThatThrownBy(() -> NamespacesFile.parse(NamespacesFile.text(longest, "n.yaml"), "n.yaml"))
        .hasMessageContaining("at least one namespace");
  }

  private static List<String> problems(byte[] content) {
    ConfigProblems refused =
        catchThrowableOfType(
            ConfigProblems.class,
            () -> NamespacesFile.parse(NamespacesFile.text(content, "n.yaml"), "n.yaml"));
    return refused == null
        ? List.of()
        : refused.problems().stream().map(Problem::toString).toList();
  }
}
