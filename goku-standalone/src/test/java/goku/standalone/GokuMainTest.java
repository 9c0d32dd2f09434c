package goku.standalone;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.json.JsonMapper;
import goku.config.ConfigLoader;
import goku.config.DataSize;
import goku.config.NamespacesFile;
import goku.embedded.EmbeddedZooKeeper;
import goku.http.access.Caller;
import goku.http.security.Authenticator;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

class GokuMainTest {
  private final StringWriter out = new StringWriter();
  private final StringWriter err = new StringWriter();

  @Test
  void helpListsTheCommands() {
    assertThat(run("--help")).isZero();
    assertThat(out.toString()).contains("compactor", "long", "agent", "inspect");
  }

  @Test
  void helpOfACommandShowsItsKeys() {
    assertThat(run("agent", "--help")).isZero();
    assertThat(out.toString())
        .contains("--config", "--interval  (10s)", "from 1s to 1d", "GOKU_A_B_C");
  }

  @Test
  void theNodeOfTiersOnDiskSaysWhatCanBeSet() {
    assertThat(run("long", "--help")).isZero();
    assertThat(out.toString())
        .contains("--long.directory  (data/long)", "--long.block-cache  (256MiB)", "--http.port");
  }

  @Test
  void theControllerSaysWhatCanBeSet() {
    assertThat(run("controller", "--help")).isZero();
    assertThat(out.toString())
        .contains("--placement.delay  (15s)", "--placement.long-replicas  (2)")
        .contains("--cluster.session-timeout  (6s)", "--health.interval  (500ms)");
  }

  @Test
  void statusOfAClusterNeedsItsZooKeeper() {
    assertThat(run("cluster", "status")).isEqualTo(2);
    assertThat(err.toString()).contains("--zookeeper");
  }

  @Test
  void aNamespacesFileIsChecked(@TempDir Path directory) throws IOException {
    Path right = Path.of("src/main/resources/namespaces.yaml");
    assertThat(run("namespaces", "check", right.toString())).isZero();
    assertThat(out.toString()).contains("is valid: namespaces 1, prefixes 0, version ");
    Path wrong = Files.writeString(directory.resolve("n.yaml"), "namespaces: []\n");
    assertThat(run("namespaces", "check", wrong.toString())).isEqualTo(1);
    assertThat(err.toString())
        .contains(wrong + ":1: namespaces: must be a list with at least one namespace")
        .doesNotContain("\tat ");
    assertThat(run("namespaces", "check", directory.resolve("none").toString())).isEqualTo(1);
    assertThat(err.toString()).contains("none: namespaces: the file cannot be read");
    assertThat(run("namespaces", "apply", right.toString())).isEqualTo(2);
    assertThat(err.toString()).contains("--zookeeper");
  }

  @Test
  void aNamespacesFileIsAppliedToACluster(@TempDir Path directory) {
    try (var zookeeper = new EmbeddedZooKeeper(directory)) {
      zookeeper.start();
      String[] apply = {
        "namespaces",
        "apply",
        "src/main/resources/namespaces.yaml",
        "--zookeeper=" + zookeeper.connectString()
      };
      assertThat(run(apply)).isZero();
      assertThat(out.toString()).contains("published ");
      assertThat(run(apply)).isZero();
      assertThat(out.toString()).contains("was published already: ");
    }
  }

  @Test
  void statusOfACompactorThatDoesNotRunSaysWhatToCheck() {
    assertThat(run("compactor", "status", "--url=http://127.0.0.1:1")).isEqualTo(1);
    assertThat(err.toString())
        .contains("cannot connect to http://127.0.0.1:1/api/goku/compactor/status", "--url");
  }

  @Test
  void blockingSaysWhatToCheckWhenThereIsNoRoot() {
    for (String command : List.of("add", "remove")) {
      assertThat(run("block", command, "--url=http://127.0.0.1:1", "metric")).isEqualTo(1);
      assertThat(run("block", command)).isEqualTo(2);
    }
    assertThat(run("block", "list", "--url=http://127.0.0.1:1")).isEqualTo(1);
    assertThat(err.toString())
        .contains("cannot connect to http://127.0.0.1:1/api/goku/blocks", "--url", "METRIC");
  }

  @Test
  void statusOfACompactorIsATable() throws Exception {
    String json =
        """
        {"node":"c1","time":"2024-01-01T00:00:00Z","running":[],
         "due":[{"tier":1,"buckets":2,"inputBytes":10,"oldest":"2023-12-31T00:00:00Z"}],
         "failing":[{"task":"shuffle a/0","reason":"disk full","since":"s","tries":3,"next":"n"}]}
        """;
    CompactorStatusCommand.print(new JsonMapper().readTree(json), new PrintWriter(out, true));
    assertThat(out.toString())
        .contains("nothing runs", "1            2              10  2023-12-31T00:00:00Z")
        .contains("fails: shuffle a/0, 3 times since s, next try n: disk full");
  }

  @Test
  void configurationProblemsArePlainLines() {
    assertThat(run("agent", "--intervall=1s", "--topic=")).isEqualTo(1);
    assertThat(err.toString())
        .contains("--intervall: is not known; did you mean 'interval'?")
        .contains("flag --topic: topic: must be a text of at least 1 character")
        .doesNotContain("\tat ");
  }

  @Test
  void passwordPrintsALineThatTheServerReads(@TempDir Path directory) throws Exception {
    var in = new ByteArrayInputStream("s3cret\n".getBytes(UTF_8));
    var line = new CommandLine(new PasswordCommand(in)).setOut(new PrintWriter(out, true));
    assertThat(line.execute("grafana", "--roles=read", "--namespaces=a,b")).isZero();
    assertThat(out.toString()).startsWith("grafana:pbkdf2-sha256:").doesNotContain("s3cret");
    Path file = Files.writeString(directory.resolve("auth"), out.toString());
    String basic = Base64.getEncoder().encodeToString("grafana:s3cret".getBytes(UTF_8));
    Caller caller = new Authenticator(file, 1).caller("Basic " + basic, "").orElseThrow();
    assertThat(caller.reads("a")).isTrue();
    assertThat(caller.reads("c")).isFalse();
    assertThat(caller.writes("a")).isFalse();
  }

  @Test
  void tokenPrintsALineThatTheServerReadsAndTheTokenBesideIt(@TempDir Path directory)
      throws Exception {
    assertThat(run("token", "--roles=write", "--datapoints-per-second=100")).isZero();
    assertThat(out.toString()).startsWith("token:").contains(" roles=write datapoints-per-second=");
    Path file = Files.writeString(directory.resolve("auth"), out.toString());
    String token = err.toString().substring(err.toString().lastIndexOf(' ') + 1).strip();
    assertThat(out.toString()).doesNotContain(token);
    Caller caller = new Authenticator(file, 1).caller("Bearer " + token, "").orElseThrow();
    assertThat(caller.writes("any")).isTrue();
    assertThat(caller.reads("any")).isFalse();
    assertThat(run("token", "--roles=wrong")).isEqualTo(2);
    assertThat(err.toString()).contains("roles= takes write, read, metrics and admin");
  }

  @Test
  void passwordTakesNoUserThatTheFileCouldNotName() {
    for (String user : List.of("a:b", "token")) {
      var in = new ByteArrayInputStream("s3cret\n".getBytes(UTF_8));
      var line = new CommandLine(new PasswordCommand(in)).setErr(new PrintWriter(err, true));
      assertThat(line.execute(user)).isEqualTo(2);
    }
  }

  @Test
  void thePortCanBeToldWhatTheOtherServicesCan() {
    StandaloneConfig config =
        ConfigLoader.defaults(
            StandaloneConfig.class, "--mode=ro", "--http.base-path=/sub", "--http.max-body=1MiB");
    assertThat(config.mode()).isEqualTo(Mode.RO);
    assertThat(config.http().basePath()).isEqualTo("/sub");
    assertThat(config.http().limits().maxBody()).isEqualTo(new DataSize(1 << 20));
  }

  @Test
  void wrongUsageIsExitCodeTwo() {
    assertThat(run()).isEqualTo(2);
    assertThat(run("standalon")).isEqualTo(2);
    assertThat(run("inspect")).isEqualTo(2);
    assertThat(run("agent", "--config")).isEqualTo(2);
  }

  @Test
  void aServiceGetsItsConfiguration() {
    List<StandaloneConfig> ran = new ArrayList<>();
    CommandLine line =
        ServiceCommand.of(
            "standalone",
            "Runs all.",
            StandaloneConfig.class,
            config -> {
              ran.add(config);
              return 7;
            },
            Map.of("GOKU_PORT", "1", "GOKU_HOME", "/opt/goku"));
    line.setErr(new PrintWriter(err, true));
    assertThat(line.execute("--data", "x", "--no-agent", "--agent.interval=1m")).isEqualTo(7);
    assertThat(err).hasToString("environment variable GOKU_HOME is not known\n");
    StandaloneConfig config = ran.getFirst();
    assertThat(config.data()).isEqualTo(Path.of("x"));
    assertThat(config.port()).isEqualTo(1);
    assertThat(config.agent()).isFalse();
    assertThat(config.agentInterval()).hasMinutes(1);
  }

  @Test
  void standaloneHasADefaultForEveryKey() {
    assertThat(ConfigLoader.defaults(StandaloneConfig.class).namespaces()).hasToString("");
  }

  @Test
  void builtInNamespacesAreRight() throws IOException {
    try (var file = GokuMain.class.getResourceAsStream("/namespaces.yaml")) {
      assertThat(file).isNotNull();
      String yaml = new String(file.readAllBytes(), UTF_8);
      assertThat(NamespacesFile.parse(yaml, "namespaces.yaml").all()).hasSize(1);
    }
  }

  private int run(String... arguments) {
    CommandLine line = GokuMain.commandLine(Map.of());
    line.setOut(new PrintWriter(out, true)).setErr(new PrintWriter(err, true));
    return line.execute(arguments);
  }
}
