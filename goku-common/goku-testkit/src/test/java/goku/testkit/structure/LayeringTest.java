package goku.testkit.structure;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

/// The rules on packages that no pom can state; docs/architecture.md lists them. The enforcer rule
/// in the root pom and the check for undeclared dependencies cover dependencies between modules.
class LayeringTest {
  /// Packages that may use fewer of Goku's packages than their module may.
  private static final Map<String, List<String>> MAY_USE =
      Map.ofEntries(
          Map.entry("goku.model", List.of()),
          Map.entry("goku.cardinality", List.of("goku.model")),
          Map.entry("goku.file", List.of("goku.fault")),
          Map.entry("goku.fault", List.of()),
          Map.entry("goku.eventloop", List.of()),
          Map.entry("goku.time", List.of()),
          Map.entry("goku.budget", List.of()),
          Map.entry("goku.config", List.of("goku.model")),
          Map.entry("goku.memory", List.of("goku.fault")),
          Map.entry("goku.codec", List.of("goku.model", "goku.memory")),
          Map.entry("goku.index", List.of("goku.model", "goku.memory")),
          Map.entry(
              "goku.format", List.of("goku.model", "goku.memory", "goku.codec", "goku.index")),
          Map.entry("goku.tier", List.of("goku.model", "goku.format")),
          Map.entry(
              "goku.query",
              List.of("goku.model", "goku.budget", "goku.cardinality", "goku.eventloop")),
          Map.entry("goku.telemetry", List.of("goku.config")),
          Map.entry(
              "goku.kafka",
              List.of("goku.model", "goku.config", "goku.fault", "goku.telemetry", "goku.service")),
          Map.entry(
              "goku.objectstore",
              List.of("goku.config", "goku.telemetry", "goku.eventloop", "goku.time")),
          Map.entry("goku.namespace", List.of("goku.model", "goku.config", "goku.file")),
          Map.entry(
              "goku.service", List.of("goku.model", "goku.telemetry", "goku.fault", "goku.time")),
          Map.entry(
              "goku.rpc",
              List.of(
                  "goku.model",
                  "goku.cardinality",
                  "goku.budget",
                  "goku.query",
                  "goku.config",
                  "goku.telemetry",
                  "goku.file",
                  "goku.eventloop")),
          Map.entry("goku.root.expression", List.of("goku.model")));

  /// Libraries that only some packages of a module may use.
  private static final Map<String, List<String>> USED_ONLY_BY =
      Map.ofEntries(
          Map.entry("org.apache.curator", List.of("goku.cluster")),
          Map.entry("org.apache.helix", List.of("goku.cluster.helix")),
          Map.entry("io.netty", List.of("goku.http", "goku.rpc.grpc")),
          Map.entry("io.grpc", List.of("goku.rpc")),
          Map.entry("com.google.protobuf", List.of("goku.rpc")),
          // the S3 servers, embedded and in tests, use classes of the SDK for requests
          Map.entry(
              "software.amazon.awssdk",
              List.of("goku.objectstore", "goku.embedded", "goku.testkit")),
          Map.entry(
              "io.github.bucket4j",
              List.of(
                  "goku.http.access",
                  "goku.root.admission",
                  "goku.root.slow",
                  "goku.standalone.bench.load")),
          Map.entry(
              "org.apache.kafka",
              List.of(
                  "goku.client",
                  "goku.kafka",
                  "goku.ingest",
                  "goku.shortterm",
                  "goku.root.annotation",
                  "goku.root.compacted",
                  "goku.root.deletion",
                  "goku.root.queried",
                  "goku.standalone",
                  "goku.embedded",
                  "goku.testkit")),
          Map.entry(
              "java.lang.foreign",
              List.of(
                  "goku.memory",
                  "goku.codec",
                  "goku.index",
                  "goku.format",
                  "goku.shortterm",
                  "goku.compactor.sst",
                  "goku.longterm.read",
                  "goku.testkit.disk")),
          Map.entry("sun.misc", List.of()));

  private static List<SourceFile> sources = List.of();

  @BeforeAll
  static void readSources() throws IOException {
    sources = SourceFile.readAll(Path.of("..", "..").toRealPath());
  }

  @Test
  void theSourcesOfAllModulesAreRead() {
    assertThat(sources.stream().map(SourceFile::packageName))
        .contains("goku.model", "goku.standalone", "goku.root.routing");
    assertThat(sources.stream().map(SourceFile::module).distinct()).hasSizeGreaterThan(12);
  }

  @TestFactory
  Stream<DynamicTest> aPackageUsesOnlyThePackagesBelowIt() {
    return MAY_USE.entrySet().stream()
        .map(
            rule ->
                DynamicTest.dynamicTest(
                    rule.getKey(),
                    () ->
                        assertThat(usedBy(rule.getKey()))
                            .filteredOn(used -> isBelow(used, "goku"))
                            .filteredOn(used -> !isBelow(used, rule.getKey()))
                            .allMatch(used -> isBelowAny(used, rule.getValue()))));
  }

  @TestFactory
  Stream<DynamicTest> aLibraryIsUsedOnlyByItsPackages() {
    return USED_ONLY_BY.entrySet().stream()
        .map(
            rule ->
                DynamicTest.dynamicTest(
                    rule.getKey(),
                    () ->
                        assertThat(sources)
                            .filteredOn(
                                file ->
                                    file.used().stream()
                                        .anyMatch(used -> isBelow(used, rule.getKey())))
                            .extracting(SourceFile::packageName)
                            .allMatch(user -> isBelowAny(user, rule.getValue()))));
  }

  @Test
  void packagesHaveNoCyclesAtAnyDepth() {
    Map<String, Set<String>> uses = new TreeMap<>();
    for (SourceFile file : sources) {
      uses.computeIfAbsent(file.packageName(), _ -> new TreeSet<>()).addAll(file.used());
    }
    assertThat(PackageCycle.findIn(uses)).isEmpty();
  }

  @Test
  void noPackageIsInTwoJars() {
    Map<String, Set<String>> modules = new TreeMap<>();
    for (SourceFile file : sources) {
      modules
          .computeIfAbsent(file.packageName(), _ -> new TreeSet<>())
          .add(file.module().toString());
    }
    assertThat(modules).allSatisfy((_, jars) -> assertThat(jars).hasSize(1));
  }

  private static Set<String> usedBy(String user) {
    Set<String> all = new TreeSet<>();
    for (SourceFile file : sources) {
      if (isBelow(file.packageName(), user)) {
        all.addAll(file.used());
      }
    }
    return all;
  }

  private static boolean isBelowAny(String name, List<String> parents) {
    return parents.stream().anyMatch(parent -> isBelow(name, parent));
  }

  private static boolean isBelow(String name, String parent) {
    return name.equals(parent) || name.startsWith(parent + ".");
  }
}
