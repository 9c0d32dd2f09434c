package goku.testkit.fuzz;

import goku.testkit.ThisJava;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/// One run of Jazzer in a process of its own, as it fuzzes one target in the life of a process.
final class JazzerRun {
  private static final int MOST_BYTES = 1 << 16;
  private static final int SECONDS_PER_INPUT = 30;

  /// To start in, on a machine that is busy with other things.
  private static final int PATIENCE_SECONDS = 180;

  /// In a shorter run Jazzer would spend half of the time on compiling classes to the end. And it
  /// takes the same way each time, so that no change is refused for what another has done.
  private static final int SHORT_SECONDS = 60;

  /// protoc's, which are large, and whose branches say nothing about ours.
  private static final String GENERATED = "goku.rpc.proto.**";

  /// Jazzer's detectors of what Goku has no part of, such as SQL; without them it starts in two
  /// thirds of the time (6.6 s of a busy processor instead of 9.5 s).
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
          .collect(Collectors.joining(":"));

  private static final Pattern DONE = Pattern.compile("(?m)^Done (\\d+) runs in (\\d+) second");
  private static final Pattern FINDING =
      Pattern.compile("(?m)^(== Java Exception|.*ERROR: libFuzzer)");
  private static final Pattern COVERED = Pattern.compile("(?m)^#\\d+\\s+DONE\\s+cov: (\\d+)");

  /// Instrumentation that does nothing, as with a JDK that Jazzer is too old for, covers a handful.
  private static final int LEAST_COVERED = 20;

  private JazzerRun() {}

  static void run(Class<? extends FuzzTarget> type, Path directory, int seconds)
      throws IOException, InterruptedException {
    Path log = directory.resolve("log");
    Process process =
        new ProcessBuilder(command(type, directory, seconds))
            .redirectErrorStream(true)
            .redirectOutput(log.toFile())
            .start();
    try {
      if (!process.waitFor(seconds + PATIENCE_SECONDS, TimeUnit.SECONDS)) {
        throw new AssertionError("the fuzzer does not end; its output is in " + log);
      }
    } finally {
      process.destroyForcibly();
    }
    String output = Files.readString(log, StandardCharsets.ISO_8859_1);
    Matcher done = DONE.matcher(output);
    Matcher covered = COVERED.matcher(output);
    if (FINDING.matcher(output).find()) {
      throw new AssertionError(
          """
          a finding; its input is the newest file in %s, and belongs into \
          src/test/resources/fuzz/%s once it is mended:
          %s\
          """
              .formatted(directory, directory.getFileName(), end(output)));
    }
    if (process.exitValue() != 0 || !done.find() || !covered.find()) {
      throw new AssertionError("the fuzzer did not work:\n" + end(output));
    }
    System.out.printf(
        "%s: %s inputs in %s s, %s branches%n",
        directory.getFileName(), done.group(1), done.group(2), covered.group(1));
    if (Integer.parseInt(covered.group(1)) < LEAST_COVERED) {
      throw new AssertionError("the fuzzer does not see what is covered:\n" + end(output));
    }
  }

  private static List<String> command(Class<?> type, Path directory, int seconds) {
    List<String> machine =
        List.of(
            ThisJava.path(),
            "-Xmx512m",
            "-XX:MaxDirectMemorySize=256m",
            "-XX:+UseSerialGC",
            "-XX:TieredStopAtLevel=" + (seconds < SHORT_SECONDS ? 1 : 4),
            "-XX:+EnableDynamicAgentLoading",
            "-Djdk.attach.allowAttachSelf=true",
            "--enable-native-access=ALL-UNNAMED",
            "-cp",
            ThisJava.classpath());
    List<String> jazzer =
        List.of(
            "com.code_intelligence.jazzer.Jazzer",
            "--target_class=" + FuzzDriver.class.getName(),
            "--target_args=" + type.getName(),
            "--instrumentation_includes=goku.**",
            "--instrumentation_excludes=" + GENERATED,
            "--disabled_hooks=" + DETECTORS,
            "--custom_hook_includes=goku.**",
            "--reproducer_path=" + directory,
            "-artifact_prefix=" + directory + "/",
            "-max_total_time=" + seconds,
            "-seed=" + (seconds < SHORT_SECONDS ? 1 : 0), // 0 is another one each time
            "-timeout=" + SECONDS_PER_INPUT,
            "-max_len=" + MOST_BYTES,
            "-print_final_stats=0",
            directory.resolve("corpus").toString(),
            directory.resolve("seeds").toString());
    return Stream.concat(machine.stream(), jazzer.stream()).toList();
  }

  private static String end(String output) {
    int finding = output.indexOf("== Java Exception");
    return output.substring(finding < 0 ? Math.max(0, output.length() - 4_000) : finding);
  }
}
