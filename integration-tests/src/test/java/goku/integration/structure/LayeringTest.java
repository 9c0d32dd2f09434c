package goku.integration.structure;

import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAnyPackage;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.library.dependencies.SlicesRuleDefinition;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

/// The rules of docs/architecture.md, "Rooms": which package may use which, and where a library may
/// be seen.
class LayeringTest {
  private static final JavaClasses PRODUCT =
      new ClassFileImporter()
          .withImportOption(ImportOption.Predefined.DO_NOT_INCLUDE_TESTS)
          .importPackages("goku");

  /// Each room of the libraries in goku-common, and the rooms it may use besides itself.
  private static final Map<String, List<String>> ROOMS =
      Map.ofEntries(
          Map.entry("model", List.of()),
          Map.entry("memory", List.of()),
          Map.entry("codec", List.of("model", "memory")),
          Map.entry("index", List.of("model", "memory")),
          Map.entry("format", List.of("model", "memory", "codec", "index")),
          Map.entry("tier", List.of("model", "format")),
          Map.entry("query", List.of("model")),
          Map.entry("config", List.of("model")),
          Map.entry("telemetry", List.of("config")),
          Map.entry("file", List.of()),
          Map.entry("http", List.of("config", "file")),
          Map.entry("kafka", List.of("model", "config")),
          Map.entry("objectstore", List.of("config", "telemetry")),
          Map.entry("namespace", List.of("model", "config", "file")),
          Map.entry(
              "cluster",
              List.of("model", "config", "telemetry", "rpc", "service", "namespace", "file")),
          Map.entry("rpc", List.of("model", "query", "config", "telemetry", "file")),
          Map.entry("service", List.of("model", "telemetry")),
          Map.entry("embedded", List.of("config")));

  private static final List<String> SERVICES =
      List.of("ingest", "shortterm", "compactor", "longterm", "root");

  @Test
  void theProductIsThere() {
    assertThat(PRODUCT.contain("goku.model.SeriesName")).isTrue();
    assertThat(PRODUCT.contain("goku.standalone.GokuMain")).isTrue();
  }

  @TestFactory
  Stream<DynamicTest> aRoomUsesOnlyTheRoomsBelowIt() {
    return ROOMS.entrySet().stream()
        .map(
            room ->
                DynamicTest.dynamicTest(
                    room.getKey(),
                    () ->
                        classes()
                            .that()
                            .resideInAPackage(below(room.getKey()))
                            .should()
                            .onlyDependOnClassesThat(
                                outside().or(in(room.getKey(), room.getValue())))
                            .check(PRODUCT)));
  }

  @TestFactory
  Stream<DynamicTest> aServiceUsesNoOtherService() {
    return SERVICES.stream()
        .map(
            service ->
                DynamicTest.dynamicTest(
                    service,
                    () ->
                        classes()
                            .that()
                            .resideInAPackage(below(service))
                            .should()
                            .onlyDependOnClassesThat(
                                outside().or(in(service, List.copyOf(ROOMS.keySet()))))
                            .allowEmptyShould(true)
                            .check(PRODUCT)));
  }

  @Test
  void expressionsKnowNeitherHttpNorWhereSeriesComeFrom() {
    classes()
        .that()
        .resideInAPackage(below("root.expression"))
        .should()
        .onlyDependOnClassesThat(outside().or(in("root.expression", List.of("model"))))
        .check(PRODUCT);
  }

  @Test
  void whatOtherTeamsBuildIntoTheirServicesUsesNothingOfOurs() {
    classes()
        .that()
        .resideInAPackage(below("client"))
        .should()
        .onlyDependOnClassesThat(outside().or(in("client", List.of())))
        .check(PRODUCT);
  }

  @TestFactory
  Stream<DynamicTest> aLibraryIsSeenInItsRoomOnly() {
    return Stream.of(
        seenOnly("org.apache.curator", "goku.cluster"),
        seenOnly("org.apache.helix", "goku.cluster.helix"),
        // the S3 servers embedded and of tests describe requests by the classes of the SDK
        seenOnly("software.amazon.awssdk", "goku.objectstore", "goku.embedded", "goku.testkit"),
        seenOnly("org.rocksdb", "goku.compactor", "goku.longterm"),
        seenOnly("io.netty", "goku.http", "goku.rpc.grpc"),
        seenOnly(
            "io.github.bucket4j",
            "goku.http.access",
            "goku.root.admission",
            "goku.root.slow",
            "goku.standalone.bench.load"),
        seenOnly("io.grpc", "goku.rpc"),
        seenOnly("com.google.protobuf", "goku.rpc"),
        seenOnly(
            "org.apache.kafka",
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
            "goku.testkit"),
        seenOnly(
            "java.lang.foreign",
            "goku.memory",
            "goku.codec",
            "goku.index",
            "goku.format",
            "goku.shortterm",
            "goku.compactor.sst",
            "goku.longterm.read"),
        seenOnly("sun.misc", "nowhere"));
  }

  @Test
  void packagesHaveNoCyclesAtAnyDepth() {
    SlicesRuleDefinition.slices().matching("goku.(**)").should().beFreeOfCycles().check(PRODUCT);
  }

  private static DynamicTest seenOnly(String library, String... rooms) {
    List<String> below = new ArrayList<>();
    for (String room : rooms) {
      below.add(room + "..");
    }
    return DynamicTest.dynamicTest(
        library,
        () ->
            noClasses()
                .that()
                .resideOutsideOfPackages(below.toArray(String[]::new))
                .should()
                .dependOnClassesThat()
                .resideInAPackage(library + "..")
                .check(PRODUCT));
  }

  private static DescribedPredicate<JavaClass> outside() {
    return DescribedPredicate.not(resideInAnyPackage("goku.."));
  }

  private static DescribedPredicate<JavaClass> in(String room, List<String> others) {
    return resideInAnyPackage(
        Stream.concat(Stream.of(room), others.stream())
            .map(LayeringTest::below)
            .toArray(String[]::new));
  }

  private static String below(String room) {
    return "goku." + room + "..";
  }
}
