package goku.testkit.fuzz;

import static java.nio.charset.StandardCharsets.UTF_8;

import goku.testkit.TestForm;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/// A run of Jazzer over the parsers of a test.
///
/// First the seeds are parsed in the process of the test, where a debugger can see them. Seeds are
/// those of the target, and the files in `src/test/resources/fuzz/<name of the target>`, which are
/// past findings. Then Jazzer varies the seeds, guided by the coverage of Goku's classes:
///
/// - In the short form one process fuzzes all targets of a test, because starting Jazzer costs more
///   than the inputs. Each target takes [FuzzTarget#inputs] inputs, the same in each run. The speed
///   of the machine does not affect the result.
/// - In the long form each target has its own process, for three minutes or `goku.fuzz.seconds`,
///   with a fresh seed. Inputs that reached new code stay in `target/fuzz/<name of the
///   target>/corpus` for the next long run.
///
/// A finding is a `crash-…`, `timeout-…` or `oom-…` file in `target/fuzz/<name of the target>`.
/// Every later run begins with the findings, so that a repeated test does not pass by chance. Once
/// the cause is fixed, a finding belongs into the resources.
public final class Fuzz {
  private static final int LONG_SECONDS = Integer.getInteger("goku.fuzz.seconds", 180);

  private Fuzz() {}

  /// Fuzzes the targets of a test.
  ///
  /// @throws AssertionError for an exception of a target that is not a refusal, for memory beyond
  ///   512 MiB and for an input that hangs; the message names the directory with the input
  @SafeVarargs
  public static void run(Class<? extends FuzzTarget>... types) throws Exception {
    List<FuzzFiles> targets = new ArrayList<>();
    for (Class<? extends FuzzTarget> type : types) {
      targets.add(new FuzzFiles(type));
    }
    if (TestForm.isLong()) {
      runEach(targets, TestForm.freshSeed());
    } else {
      runTogether(targets);
    }
  }

  private static void runTogether(List<FuzzFiles> targets) throws Exception {
    String test = FuzzTargets.name(targets.getFirst().type().getEnclosingClass());
    Path directory = FuzzFiles.directory(test);
    Path seeds = FuzzFiles.emptied(directory.resolve("seeds"));
    FuzzFiles.emptied(directory.resolve("corpus"));
    long inputs = 0;
    for (int i = 0; i < targets.size(); i++) {
      try (FuzzTarget target = FuzzTargets.make(targets.get(i).type())) {
        inputs += target.inputs();
        int number = 0;
        for (byte[] seed : seeds(targets.get(i), target)) {
          Files.write(seeds.resolve(i + "-" + number++), Selector.prepend(i, seed));
        }
      }
    }
    try {
      new JazzerRun(directory, targets).takeInputs(inputs);
    } finally {
      FuzzFiles.distributeFindings(directory, targets);
    }
  }

  /// Runs as many targets at a time as there are processors, as Jazzer uses one.
  private static void runEach(List<FuzzFiles> targets, long seed) throws InterruptedException {
    List<Future<?>> runs = new ArrayList<>();
    var failure = new AssertionError("found by fuzzing, see the causes below");
    try (var threads = Executors.newFixedThreadPool(Runtime.getRuntime().availableProcessors())) {
      for (FuzzFiles target : targets) {
        runs.add(
            threads.submit(
                () -> {
                  runAlone(target, seed);
                  return target;
                }));
      }
      for (Future<?> run : runs) {
        try {
          run.get();
        } catch (ExecutionException e) {
          failure.addSuppressed(e.getCause());
        }
      }
    }
    if (failure.getSuppressed().length > 0) {
      throw failure;
    }
  }

  private static void runAlone(FuzzFiles files, long seed) throws Exception {
    Path seeds = FuzzFiles.emptied(files.directory().resolve("seeds"));
    Files.createDirectories(files.directory().resolve("corpus"));
    try (FuzzTarget target = FuzzTargets.make(files.type())) {
      int number = 0;
      for (byte[] input : seeds(files, target)) {
        Files.write(seeds.resolve(Integer.toString(number++)), input);
      }
    }
    new JazzerRun(files.directory(), List.of(files)).runFor(LONG_SECONDS, seed);
  }

  private static List<byte[]> seeds(FuzzFiles files, FuzzTarget target) throws Exception {
    List<byte[]> seeds = files.inputs(target);
    for (byte[] seed : seeds) {
      takeHere(target, seed);
    }
    seeds.addAll(files.dangerousInputs());
    return seeds;
  }

  private static void takeHere(FuzzTarget target, byte[] seed) {
    try {
      FuzzTargets.take(target, seed);
    } catch (Exception | AssertionError e) {
      String hex = HexFormat.of().formatHex(seed, 0, Math.min(seed.length, 4_000));
      throw new AssertionError(
          "a seed of %d bytes: %s%n%s".formatted(seed.length, hex, new String(seed, UTF_8)), e);
    }
  }
}
