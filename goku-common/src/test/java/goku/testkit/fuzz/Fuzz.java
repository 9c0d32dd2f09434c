package goku.testkit.fuzz;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.net.URL;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/// Fuzzes a parser for as long as the system property `goku.fuzz.seconds` says: two seconds unless
/// set, hours by hand.
///
/// First the seeds are taken in this process, where a debugger sees them: those of the target, and
/// the files in `src/test/resources/fuzz/<name of the target>`, which were findings once. Then
/// Jazzer varies them, led by the coverage of Goku's classes.
///
/// What was found to reach new code is kept in `target/fuzz` for the next run. A finding is a
/// `crash-…`, `timeout-…` or `oom-…` file there. Every later run begins with it, so that a test
/// which is run once more does not pass by luck; it belongs into the resources once its cause is
/// mended.
public final class Fuzz {
  private static final int SECONDS = Integer.getInteger("goku.fuzz.seconds", 2);

  private Fuzz() {}

  /// Runs each until its time is over, as many at a time as there are processors: Jazzer works on
  /// one, and takes longer to start than to fuzz for two seconds.
  ///
  /// @throws AssertionError for what a target throws and is no refusal, for memory beyond 512 MiB
  ///   and for an input that takes more than 30 s; it names the file with the input
  @SafeVarargs
  public static void run(Class<? extends FuzzTarget>... types) throws InterruptedException {
    List<Future<?>> runs = new ArrayList<>();
    var failure = new AssertionError("found by fuzzing, see the causes below");
    try (var threads = Executors.newFixedThreadPool(Runtime.getRuntime().availableProcessors())) {
      for (Class<? extends FuzzTarget> type : types) {
        runs.add(
            threads.submit(
                () -> {
                  runOne(type);
                  return type;
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

  private static void runOne(Class<? extends FuzzTarget> type) throws Exception {
    String name = name(type);
    Path directory = Path.of("target", "fuzz", name);
    Path seeds = Files.createDirectories(directory.resolve("seeds"));
    Files.createDirectories(directory.resolve("corpus"));
    List<byte[]> inputs = findings(type, name);
    inputs.addAll(files(directory, "crash-"));
    try (FuzzTarget target = FuzzDriver.make(type)) {
      inputs.addAll(target.seeds());
      for (byte[] input : inputs) {
        takeHere(target, input);
      }
    }
    // these could hold up this process, or end it
    inputs.addAll(files(directory, "timeout-"));
    inputs.addAll(files(directory, "oom-"));
    for (int i = 0; i < inputs.size(); i++) {
      Files.write(seeds.resolve(Integer.toString(i)), inputs.get(i));
    }
    JazzerRun.run(type, directory, SECONDS);
  }

  /// That of the test and its own: `InputFuzzTest.PutLines`.
  private static String name(Class<?> type) {
    return type.getName().substring(type.getPackageName().length() + 1).replace('$', '.');
  }

  private static List<byte[]> findings(Class<?> type, String name) throws Exception {
    URL resources = type.getResource("/fuzz/" + name);
    return resources == null ? new ArrayList<>() : files(Path.of(resources.toURI()), "");
  }

  private static List<byte[]> files(Path directory, String prefix) throws IOException {
    List<byte[]> contents = new ArrayList<>();
    try (DirectoryStream<Path> files = Files.newDirectoryStream(directory, prefix + "*")) {
      for (Path file : files) {
        contents.add(Files.readAllBytes(file));
      }
    }
    return contents;
  }

  private static void takeHere(FuzzTarget target, byte[] seed) {
    try {
      FuzzDriver.take(target, seed);
    } catch (Exception | AssertionError e) {
      String hex = HexFormat.of().formatHex(seed, 0, Math.min(seed.length, 4_000));
      throw new AssertionError(
          "a seed of %d bytes: %s%n%s".formatted(seed.length, hex, new String(seed, UTF_8)), e);
    }
  }
}
