package goku.testkit.fuzz;

import static java.util.stream.Collectors.joining;

import goku.testkit.ThisJava;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/// A run of Jazzer in its own process, because Jazzer fuzzes only once per process.
///
/// @param directory directory with `seeds` and `corpus`, to which the process writes findings and a
///   log
record JazzerRun(Path directory, List<FuzzFiles> targets) {
  private static final int MOST_BYTES = 1 << 16;

  /// The time that only a hang reaches, even on a slow machine.
  private static final Duration HANG = Duration.ofMinutes(10);

  /// A time longer than it takes to report an input that hangs.
  private static final Duration GUARD = HANG.plusMinutes(5);

  /// The limit of runs per wanted input. Jazzer chooses the target too, and unevenly. Further
  /// inputs of a finished target are skipped at a small cost until the other targets are finished.
  private static final int MOST_RUNS_PER_INPUT = 50;

  private static final int SEED = 1;

  /// The package of protoc's generated classes, which are large and whose branches are not of
  /// interest.
  private static final String GENERATED = "goku.rpc.proto.**";

  /// Modules that the targets and Jazzer need. Jazzer reads all classes of all modules at its
  /// start. Leaving the others out saves a second of processor time.
  private static final String MODULES =
      "java.base,java.instrument,java.logging,java.management,java.naming,java.net.http,java.sql,"
          + "java.xml,jdk.attach,jdk.management,jdk.unsupported";

  /// Jazzer's detectors for features that Goku does not have, such as SQL. Disabling them reduces
  /// the starting time by a third.
  private static final String DETECTORS =
      Stream.of(
              "BigDecimal",
              "ClojureLangHooks",
              "Deserialization",
              "ExpressionLanguageInjection",
              "FilePathTraversal",
              "LdapInjection",
              "NamingContextLookup",
              "OsCommandInjection",
              "ReflectiveCall",
              "RegexInjection",
              "RegexRoadblocks",
              "ScriptEngineInjection",
              "ServerSideRequestForgery",
              "SqlInjection",
              "TemplateInjection",
              "UnsafeSanitizer",
              "XPathInjection",
              "XmlParserSsrfGuidance")
          .map(name -> "com.code_intelligence.jazzer.sanitizers." + name)
          .collect(joining(":"));

  private static final Pattern FINDING =
      Pattern.compile("(?m)^(== Java Exception|.*ERROR: libFuzzer)");
  private static final Pattern COVERED = Pattern.compile("(?m)^#(\\d+)\\s.*\\bcov: (\\d+)");
  private static final Pattern TAKEN = Pattern.compile("(?m)^" + FuzzTargets.TAKEN + ".*$");

  /// The smallest plausible coverage. Jazzer covers only a handful with a JDK that it does not
  /// support.
  private static final int LEAST_COVERED = 20;

  /// Takes the same inputs in each run, however long that takes.
  void takeInputs(long inputs) throws IOException, InterruptedException {
    // full compilation of classes would take half of the time; the corpus is not reloaded, because
    // the moment of reloading depends on the time
    Path stop = directory.resolve("stop");
    Files.deleteIfExists(stop);
    run(
        GUARD,
        List.of("-XX:TieredStopAtLevel=1", "-D" + FuzzTargets.STOP_FILE + "=" + stop),
        List.of(
            "-runs=" + MOST_RUNS_PER_INPUT * inputs,
            "-stop_file=" + stop,
            "-seed=" + SEED,
            "-reload=0"));
  }

  /// @param seed seed, of which libFuzzer uses 31 bits; for libFuzzer 0 means none
  void runFor(int seconds, long seed) throws IOException, InterruptedException {
    int given = Math.floorMod(seed - 1, Integer.MAX_VALUE) + 1;
    run(
        GUARD.plusSeconds(seconds),
        List.of("-Dgoku.long=true"),
        List.of("-max_total_time=" + seconds, "-seed=" + given));
  }

  private void run(Duration guard, List<String> machine, List<String> budget)
      throws IOException, InterruptedException {
    Path log = directory.resolve("log");
    Process process =
        new ProcessBuilder(command(machine, budget))
            .redirectErrorStream(true)
            .redirectOutput(log.toFile())
            .start();
    try {
      if (!process.waitFor(guard.toSeconds(), TimeUnit.SECONDS)) {
        throw new AssertionError(
            "cannot finish fuzzing: the fuzzer hung and was stopped after %s; its output is in %s"
                .formatted(guard, log));
      }
    } finally {
      process.destroyForcibly();
    }
    judge(process.exitValue(), Files.readString(log, StandardCharsets.ISO_8859_1));
  }

  private void judge(int exitValue, String output) {
    if (FINDING.matcher(output).find()) {
      throw new AssertionError(
          """
          a finding; its input is the newest file in target/fuzz/<target>, and belongs into \
          src/test/resources/fuzz/<target> once its cause is fixed; <target> is one of %s:
          %s\
          """
              .formatted(names(), end(output)));
    }
    List<MatchResult> covered = COVERED.matcher(output).results().toList();
    List<MatchResult> taken = TAKEN.matcher(output).results().toList();
    if (exitValue != 0 || covered.isEmpty() || taken.size() != targets.size()) {
      throw new AssertionError("the fuzzer did not work:\n" + end(output));
    }
    String branches = covered.getLast().group(2);
    taken.forEach(target -> System.out.println(target.group()));
    System.out.printf("branches covered test=%s count=%s%n", directory.getFileName(), branches);
    if (Integer.parseInt(branches) < LEAST_COVERED) {
      throw new AssertionError("the fuzzer sees no coverage:\n" + end(output));
    }
  }

  private List<String> names() {
    return targets.stream().map(target -> FuzzTargets.name(target.type())).toList();
  }

  private List<String> command(List<String> machine, List<String> budget) {
    String classes = targets.stream().map(t -> t.type().getName()).collect(joining(" "));
    List<String> java =
        List.of(
            "-Xmx512m",
            "-XX:MaxDirectMemorySize=256m",
            "-XX:+UseSerialGC",
            "-XX:+EnableDynamicAgentLoading",
            "-Djdk.attach.allowAttachSelf=true",
            "--enable-native-access=ALL-UNNAMED",
            "--limit-modules=" + MODULES,
            "-D" + FuzzDriver.CLASSPATH + "=" + ThisJava.classpath(),
            "-cp",
            ThisJava.classpath(
                com.code_intelligence.jazzer.Jazzer.class,
                com.code_intelligence.jazzer.api.Jazzer.class,
                FuzzDriver.class));
    List<String> jazzer =
        List.of(
            "com.code_intelligence.jazzer.Jazzer",
            "--target_class=" + FuzzDriver.class.getName(),
            "--target_args=" + classes,
            "--instrumentation_includes=goku.**",
            "--instrumentation_excludes=" + GENERATED,
            "--disabled_hooks=" + DETECTORS,
            "--custom_hook_includes=goku.**",
            "--reproducer_path=" + directory,
            "-artifact_prefix=" + directory + "/",
            "-timeout=" + HANG.toSeconds(),
            "-max_len=" + MOST_BYTES,
            "-print_final_stats=0");
    List<String> inputs =
        List.of(directory.resolve("corpus").toString(), directory.resolve("seeds").toString());
    return Stream.of(List.of(ThisJava.path()), machine, java, jazzer, budget, inputs)
        .flatMap(List::stream)
        .toList();
  }

  private static String end(String output) {
    int finding = output.indexOf("== Java Exception");
    return output.substring(finding < 0 ? Math.max(0, output.length() - 4_000) : finding);
  }
}
