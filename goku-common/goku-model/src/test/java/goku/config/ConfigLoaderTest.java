package goku.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ConfigLoaderTest {
  enum Mode {
    FAST,
    VERY_SAFE
  }

  record Inner(
      @Key(value = "bootstrap-servers", doc = "Where Kafka is.") List<String> servers,
      @Key(value = "properties", doc = "Extra ones.") Map<String, String> properties) {}

  record Config(
      @Key(value = "name", doc = "A name.") String name,
      @Key(value = "port", byDefault = "4242", min = 0, max = 65535, doc = "Port.") int port,
      @Key(value = "points", byDefault = "1", doc = "Points.") long points,
      @Key(value = "share", byDefault = "0.5", min = 0, max = 1, doc = "Share.") double share,
      @Key(value = "strict", byDefault = "false", doc = "Whether strict.") boolean strict,
      @Key(value = "interval", byDefault = "10s", min = 1000, doc = "Interval.") Duration interval,
      @Key(value = "memory", byDefault = "2GiB", doc = "Memory.") DataSize memory,
      @Key(value = "data", byDefault = "goku-data", doc = "Directory.") Path data,
      @Key(value = "mode", byDefault = "fast", doc = "Mode.") Mode mode,
      @Key(value = "kafka", doc = "Kafka.") Inner kafka) {}

  record Outer(
      @Key(value = "name", byDefault = "n", doc = "A name.") String name,
      @Key(value = "", doc = "Without a name of its own.") Grouped grouped) {}

  record Grouped(
      @Key(value = "share", byDefault = "0.5", doc = "Share.") double share,
      @Key(value = "kafka", doc = "Kafka.") Inner kafka) {}

  record Needy(@Key(value = "id", min = 1, doc = "Owner.") String id) {}

  record Picky(@Key(value = "id", byDefault = "a", doc = "Owner.") String id) {
    Picky {
      throw new IllegalArgumentException("id is never right");
    }
  }

  @TempDir Path directory;

  @Test
  void givesDefaults() {
    assertThat(ConfigLoader.defaults(Config.class))
        .isEqualTo(
            new Config(
                "",
                4242,
                1,
                0.5,
                false,
                Duration.ofSeconds(10),
                new DataSize(2L << 30),
                Path.of("goku-data"),
                Mode.FAST,
                new Inner(List.of(), Map.of())));
  }

  @Test
  void readsEveryTypeFromTheFile() {
    Config config =
        load(
            """
            name: abc
            port: 0
            points: 9000000000
            share: 1
            strict: true
            interval: 1w
            memory: 512KiB
            data: /tmp/x
            mode: VERY_SAFE
            kafka:
              bootstrap-servers: [a:1, b:2]
              properties: {linger.ms: 5}
            """);
    assertThat(config)
        .isEqualTo(
            new Config(
                "abc",
                0,
                9_000_000_000L,
                1,
                true,
                Duration.ofDays(7),
                new DataSize(512 << 10),
                Path.of("/tmp/x"),
                Mode.VERY_SAFE,
                new Inner(List.of("a:1", "b:2"), Map.of("linger.ms", "5"))));
  }

  @Test
  void dottedKeysMeanTheSameAsNestedOnes() {
    assertThat(load("kafka.bootstrap-servers: a:1, b:2").kafka().servers())
        .isEqualTo(List.of("a:1", "b:2"));
  }

  @Test
  void environmentBeatsFileAndFlagsBeatEnvironment() {
    Path file = write("{port: 1, points: 1, name: file}");
    var environment = Map.of("GOKU_PORT", "2", "GOKU_POINTS", "2", "PATH", "/bin");
    Config config =
        ConfigLoader.load(
            Config.class, new Sources(Optional.of(file), environment, List.of("--port=3")));
    assertThat(config.port()).isEqualTo(3);
    assertThat(config.points()).isEqualTo(2);
    assertThat(config.name()).isEqualTo("file");
  }

  @Test
  void variablesOfNestedKeysUseUnderscores() {
    var environment =
        Map.of("GOKU_KAFKA_BOOTSTRAP_SERVERS", "x:1", "GOKU_KAFKA_PROPERTIES", "a=1,b=2=3");
    var sources = new Sources(Optional.empty(), environment, List.of());
    assertThat(ConfigLoader.load(Config.class, sources).kafka())
        .isEqualTo(new Inner(List.of("x:1"), Map.of("a", "1", "b", "2=3")));
  }

  @Test
  void flagsTakeTheirValueAfterABlankToo() {
    Config config = flags("--port", "7", "--strict", "--name", "--odd");
    assertThat(config.port()).isEqualTo(7);
    assertThat(config.strict()).isTrue();
    assertThat(config.name()).isEqualTo("--odd");
    assertThat(flags("--strict", "--no-strict").strict()).isFalse();
  }

  @Test
  void launcherVariablesAreIgnored() {
    var environment = Map.of("GOKU_OPTS", "-Xint", "GOKU_HEAP", "1g", "GOKU_JAVA_HOME", "/x");
    var sources = new Sources(Optional.empty(), environment, List.of());
    assertThat(ConfigLoader.load(Config.class, sources).port()).isEqualTo(4242);
  }

  @Test
  void variablesOfOthersAreIgnored() {
    var environment = Map.of("GOKU_HOME", "/opt/goku", "GOKU_PORTABLE", "1", "GOKU_PORT", "4242");
    var sources = new Sources(Optional.empty(), environment, List.of());
    assertThat(ConfigLoader.load(Config.class, sources).port()).isEqualTo(4242);
    assertThat(ConfigLoader.ignored(Config.class, environment))
        .containsExactly("GOKU_HOME", "GOKU_PORTABLE");
  }

  @Test
  void mistypedVariablesAreProblems() {
    for (String variable : List.of("GOKU_PROT", "GOKU_POR", "GOKU_PORTAA")) {
      var sources = new Sources(Optional.empty(), Map.of(variable, "1"), List.of());
      assertThatThrownBy(() -> ConfigLoader.load(Config.class, sources))
          .hasMessageContaining(variable + ": is not known; did you mean 'GOKU_PORT'?");
    }
  }

  @Test
  void reportsAllProblemsOfAllSourcesAtOnce() {
    Path file = write("prot: 1\nstrict: maybe\ninterval: 10ms\nkafka:\n  bootstrap: x\n");
    var environment = Map.of("GOKU_SHARE", "NaN", "GOKU_MEMROY", "1");
    var sources =
        new Sources(
            Optional.of(file),
            environment,
            List.of("--port=70000", "--portt=1", "x", "--mode=slow", "--data"));
    assertThatThrownBy(() -> ConfigLoader.load(Config.class, sources))
        .isInstanceOf(ConfigProblems.class)
        .message()
        .isEqualToNormalizingNewlines(
            """
            11 problems in configuration:
              FILE:1: prot: is not known; did you mean 'port'?
              FILE:5: kafka.bootstrap: is not known; did you mean 'kafka.bootstrap-servers'?
              environment variable: GOKU_MEMROY: is not known; did you mean 'GOKU_MEMORY'?
              --portt: is not known; did you mean 'port'?
              x: is not expected here; write flags as --key=value
              --data: lacks a value; its value must be a path
              flag --port: port = 70000: must be a whole number from 0 to 65535
              environment variable GOKU_SHARE: share = NaN: must be a number from 0 to 1
              FILE:2: strict = maybe: must be true or false
              FILE:3: interval = 10ms: must be a duration (like 10ms, 90s, 2h, 24d or 1w) of at least 1s
              flag --mode: mode = slow: must be one of fast, very-safe\
            """
                .replace("FILE", file.toString()));
  }

  @Test
  void brokenYamlNamesItsLine() {
    Path file = write("name: a\nport: [1\n");
    assertThatThrownBy(() -> load(file))
        .hasMessageContaining(file + ":")
        .hasMessageContaining("is not valid YAML");
  }

  @Test
  void refusesKeysGivenTwice() {
    assertThatThrownBy(() -> load("kafka.properties: {}\nkafka: {properties: {}}"))
        .hasMessageContaining(":2: kafka.properties: is given twice");
    assertThatThrownBy(() -> load("name: a\nname: b")).hasMessageContaining("name: is given twice");
  }

  @Test
  void refusesAliasesListsAndSecondDocuments() {
    assertThatThrownBy(() -> load("name: &a x\nmode: *a")).hasMessageContaining("aliases");
    assertThatThrownBy(() -> load("- a")).hasMessageContaining("must be a map");
    assertThatThrownBy(() -> load("name: [a]")).hasMessageContaining("name = (a list)");
    assertThatThrownBy(() -> load("name: a\n---\nname: b")).hasMessageContaining("second document");
  }

  @Test
  void emptyFilesAndSectionsGiveDefaults() {
    assertThat(load("")).isEqualTo(ConfigLoader.defaults(Config.class));
    assertThat(load("# only a comment")).isEqualTo(ConfigLoader.defaults(Config.class));
    assertThat(load("kafka:\n")).isEqualTo(ConfigLoader.defaults(Config.class));
  }

  @Test
  void missingFileIsAProblem() {
    assertThatThrownBy(() -> load(directory.resolve("none.yaml")))
        .hasMessageContaining("none.yaml: cannot be read: no such file");
  }

  @Test
  void missingRequiredKeyIsAProblem() {
    assertThatThrownBy(() -> ConfigLoader.defaults(Needy.class))
        .hasMessageContaining("id: is required; give it in the file, as GOKU_ID or as --id");
  }

  @Test
  void valueThatTheRecordRefusesIsAProblem() {
    assertThatThrownBy(() -> ConfigLoader.defaults(Picky.class))
        .isInstanceOf(ConfigProblems.class)
        .hasMessageContaining("id is never right");
  }

  @Test
  void helpNamesKeysDefaultsAndLimits() {
    assertThat(ConfigHelp.of(Config.class, 80))
        .contains("--port  (4242)", "a whole number from 0 to 65535")
        .contains("--kafka.bootstrap-servers  (empty)", "Where Kafka is.");
    assertThat(ConfigHelp.of(Needy.class, 80)).contains("--id  (required)");
  }

  @Test
  void printsWhatItLoaded() {
    String yaml =
        "{name: x, mode: very-safe, kafka: {bootstrap-servers: [a, b], properties: {c: d}}}";
    String text = ConfigText.of(load(yaml));
    assertThat(text)
        .contains("name: x", "interval: 10s", "memory: 2GiB", "mode: very-safe")
        .contains("kafka.bootstrap-servers: [a, b]", "kafka.properties: {c: d}");
    assertThat(load(text)).isEqualTo(load(yaml));
  }

  private Config load(String yaml) {
    return load(write(yaml));
  }

  private static Config load(Path file) {
    return ConfigLoader.load(Config.class, new Sources(Optional.of(file), Map.of(), List.of()));
  }

  private static Config flags(String... flags) {
    return ConfigLoader.load(Config.class, new Sources(Optional.empty(), Map.of(), List.of(flags)));
  }

  private Path write(String yaml) {
    try {
      return Files.writeString(directory.resolve("goku.yaml"), yaml);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Test
  void innerRecordWithAnEmptyKeyHasItsKeysWithoutAPrefix() {
    assertThat(ConfigLoader.defaults(Outer.class, "--share=0.75", "--kafka.bootstrap-servers=a,b"))
        .isEqualTo(new Outer("n", new Grouped(0.75, new Inner(List.of("a", "b"), Map.of()))));
  }
}
