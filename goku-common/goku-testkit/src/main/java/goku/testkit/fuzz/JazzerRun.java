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

/// A run of Jazzer in a process, as Jazzer fuzzes once in the life of a process.
///
/// @param directory where the process finds `seeds` and `corpus`, and writes findings and a log
record JazzerRun(Path directory, List<FuzzFiles> targets) {
  private static final int MOST_BYTES = 1 << 16;

  /// A hang, and not merely a slow machine.
  private static final Duration HANG = Duration.ofMinutes(10);

  /// A longer time than it takes to report an input that hangs.
  private static final Duration GUARD = HANG.plusMinutes(5);

  /// Jazzer chooses the target as well, and not evenly. Inputs beyond what a target takes are
  /// skipped at a small cost until the other targets have theirs.
  private static final int MOST_RUNS_PER_INPUT = 50;

  private static final int SEED = 1;

  /// protoc's, which are large, and whose branches say nothing about ours.
  private static final String GENERATED = "goku.rpc.proto.**";

  /// Modules that the targets and Jazzer need. Jazzer reads all classes of all modules when it
  /// starts, and without the others takes a second of a processor less.
  private static final String MODULES =
      "java.base,java.instrument,java.logging,java.management,java.naming,java.net.http,java.sql,"
          + "java.xml,jdk.attach,jdk.management,jdk.unsupported";

  /// Jazzer's detectors of what Goku has no part of, such as SQL; without them it starts in two
  /// thirds of the time.
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

  /// Instrumentation that does nothing, as with a JDK that Jazzer is too old for, covers a handful.
  private static final int LEAST_COVERED = 20;

  /// Takes the same inputs each time, however long this takes.
  void takeInputs(long inputs) throws IOException, InterruptedException {
    // compiling classes to the end would take half of the time; no corpus is read again, as when
    // that happens depends on the time
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

  /// @param seed of which libFuzzer takes 31 bits, and 0 for none
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
            "the fuzzer hangs: it was stopped after %s; its output is in %s".formatted(guard, log));
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
      throw new AssertionError("the fuzzer does not see what is covered:\n" + end(output));
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
