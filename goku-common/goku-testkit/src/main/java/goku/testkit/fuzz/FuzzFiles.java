package goku.testkit.fuzz;

import java.io.IOException;
import java.net.URL;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/// The files of a target in `target/fuzz` and in `src/test/resources/fuzz`.
record FuzzFiles(Class<? extends FuzzTarget> type) {
  private static final List<String> FINDINGS = List.of("crash-", "timeout-", "oom-");

  static Path directory(String name) throws IOException {
    return Files.createDirectories(Path.of("target", "fuzz", name));
  }

  /// Returns a directory that holds no files of earlier runs.
  static Path emptied(Path directory) throws IOException {
    Files.createDirectories(directory);
    try (DirectoryStream<Path> files = Files.newDirectoryStream(directory)) {
      for (Path file : files) {
        Files.delete(file);
      }
    }
    return directory;
  }

  Path directory() throws IOException {
    return directory(FuzzTargets.name(type));
  }

  /// Returns the inputs that are safe to parse in the process of the test: those of the resources,
  /// the crashes of earlier runs, and the seeds of the target.
  List<byte[]> inputs(FuzzTarget target) throws Exception {
    URL resources = type.getResource("/fuzz/" + FuzzTargets.name(type));
    List<byte[]> inputs = new ArrayList<>();
    if (resources != null) {
      inputs.addAll(contents(Path.of(resources.toURI()), ""));
    }
    inputs.addAll(contents(directory(), "crash-"));
    inputs.addAll(target.seeds());
    return inputs;
  }

  /// Returns the findings of earlier runs that could hang the process of the test, or end it.
  List<byte[]> dangerousInputs() throws IOException {
    List<byte[]> inputs = contents(directory(), "timeout-");
    inputs.addAll(contents(directory(), "oom-"));
    return inputs;
  }

  /// Moves each finding of a process that fuzzed several targets to the directory of its target.
  static void distributeFindings(Path from, List<FuzzFiles> targets) throws IOException {
    for (String kind : FINDINGS) {
      try (DirectoryStream<Path> files = Files.newDirectoryStream(from, kind + "*")) {
        for (Path file : files) {
          byte[] finding = Files.readAllBytes(file);
          if (finding.length > 0) {
            FuzzFiles target = targets.get(Selector.target(finding, targets.size()));
            Path name = target.directory().resolve(file.getFileName());
            Files.write(name, Selector.input(finding));
          }
          Files.delete(file);
        }
      }
    }
  }

  private static List<byte[]> contents(Path directory, String prefix) throws IOException {
    List<byte[]> contents = new ArrayList<>();
    try (DirectoryStream<Path> files = Files.newDirectoryStream(directory, prefix + "*")) {
      for (Path file : files) {
        contents.add(Files.readAllBytes(file));
      }
    }
    return contents;
  }
}
