package goku.standalone.formats;

import static org.assertj.core.api.Assertions.assertThat;

import goku.cluster.ClusterClient;
import goku.cluster.ClusterConfig;
import goku.cluster.formats.FormatNode;
import goku.cluster.formats.FormatRegistry;
import goku.config.DataSize;
import goku.embedded.DataDirectory;
import goku.embedded.EmbeddedZooKeeper;
import goku.embedded.StartupProblem;
import goku.model.FormatLevel;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.InstantSource;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

class FormatsCommandTest {
  private static final Instant NOW = Instant.parse("2026-11-23T00:00:00Z");

  @TempDir private Path directory;
  private final StringWriter out = new StringWriter();

  @Test
  void theLevelOfAClusterIsPrintedAndRaisedAndNodesAreRemoved() {
    try (var zookeeper = new EmbeddedZooKeeper(directory)) {
      zookeeper.start();
      String servers = "--zookeeper=" + zookeeper.connectString();
      assertThat(run(servers)).isEqualTo(0);
      assertThat(out()).isEqualTo("no format level yet: no build with format levels has started\n");
      try (var cluster =
          new ClusterClient(new ClusterConfig(zookeeper.connectString(), "z1", "n"))) {
        cluster.start();
        var registry = new FormatRegistry(cluster);
        registry.join(new FormatNode("short-a", 1, NOW));
        registry.join(new FormatNode("short-b", 2, NOW));
        assertThat(run(servers)).isEqualTo(0);
        assertThat(out())
            .isEqualTo(
                """
                format level  1, in force since 2026-11-23T00:00:00Z
                next          a higher level waits for short-a, which reads up to level 1

                NODE     NEWEST  SINCE                 RUNS
                short-a  1       2026-11-23T00:00:00Z  no
                short-b  2       2026-11-23T00:00:00Z  no
                """);

        assertThat(run("raise", servers)).isEqualTo(1);
        assertThat(out()).startsWith("format level  1, ").contains("waits for short-a");
        assertThat(run("remove", "short-c", servers)).isEqualTo(1);
        assertThat(out()).contains("cannot remove node=short-c: no such node is known");
        assertThat(run("remove", "short-a", servers)).isEqualTo(0);
        assertThat(out()).isEqualTo("removed short-a\n");
        assertThat(run(servers, "raise")).isEqualTo(0);
        assertThat(out()).startsWith("format level  2, ");
        assertThat(registry.level().orElseThrow().raisedBy()).isEqualTo("hand");
      }
    }
  }

  @Test
  void theLevelOfADirectoryIsPrintedAndRaised() throws IOException {
    String flag = "--data=" + directory;
    try (var data = DataDirectory.open(directory, new DataSize(0))) {
      Files.createFile(data.s3().resolve("some"));
      assertThat(run(flag)).isEqualTo(0);
      assertThat(out()).startsWith("no format level yet");
      DirectoryFormats.open(data, FormatLevel.NEWEST, InstantSource.fixed(NOW)).close();
      assertThat(run(flag)).isEqualTo(0);
      assertThat(out())
          .isEqualTo(
              """
              format level  1, in force since 2026-11-23T00:00:00Z
              next          level %d at 2026-11-24T00:00:00Z
              """
                  .formatted(FormatLevel.NEWEST));
      assertThat(run("raise", flag)).isEqualTo(1);
      assertThat(out()).contains("it is in use by another Goku");
    }
    assertThat(run("raise", flag)).isEqualTo(0);
    assertThat(out()).isEqualTo("format level=%d is in force\n".formatted(FormatLevel.NEWEST));
  }

  @Test
  void eitherAClusterOrADirectoryIsRequired() {
    assertThat(run()).isEqualTo(2);
    assertThat(out()).contains("either --zookeeper or --data is required");
    assertThat(run("raise", "--zookeeper=z:1", "--data=" + directory)).isEqualTo(2);
    assertThat(run("remove", "n", "--data=" + directory)).isEqualTo(2);
    assertThat(run("--data=" + directory.resolve("none"))).isEqualTo(1);
    assertThat(out()).contains("none: there is none; check --data");
  }

  private String out() {
    String text = out.toString();
    out.getBuffer().setLength(0);
    return text;
  }

  private int run(String... arguments) {
    out.getBuffer().setLength(0);
    var writer = new PrintWriter(out, true);
    return new CommandLine(new FormatsCommand())
        .setOut(writer)
        .setErr(writer)
        .setExecutionExceptionHandler(
            (failed, line, parsed) -> {
              assertThat(failed).isInstanceOf(StartupProblem.class);
              line.getErr().println(failed.getMessage());
              return 1;
            })
        .execute(arguments);
  }
}
