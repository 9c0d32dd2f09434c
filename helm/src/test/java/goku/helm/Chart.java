package goku.helm;

import com.marcnuri.helm.Helm;
import com.marcnuri.helm.LintResult;
import com.marcnuri.helm.TemplateCommand;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/// A chart in a directory, and what Helm says of it.
record Chart(Path directory) {
  /// Ours; tests run in the directory of their module.
  static final Chart OURS = new Chart(Path.of("goku").toAbsolutePath());

  static final String RELEASE = "metrics";
  static final String NAMESPACE = "observability";

  /// The oldest that the chart is for.
  private static final String KUBERNETES = "1.30.0";

  /// The values files of the chart, one case each, besides its defaults.
  static List<Path> valuesFiles() throws IOException {
    Path single = OURS.directory.resolve("values-single-node.yaml");
    try (var files = Files.list(OURS.directory.resolve("ci"))) {
      return Stream.concat(Stream.of(single), files.sorted()).toList();
    }
  }

  static Path valuesFile(String name) {
    return OURS.directory.resolve("ci").resolve(name + "-values.yaml");
  }

  /// Returns the manifests that Helm would install.
  ///
  /// @param values files, of which later ones override earlier ones
  /// @throws IllegalStateException with Helm's message if it rejects the values
  Manifests render(Path... values) {
    return render(RELEASE, values);
  }

  Manifests render(String release, Path... values) {
    TemplateCommand command =
        new Helm(directory)
            .template()
            .withName(release)
            .withNamespace(NAMESPACE)
            .withKubeVersion(KUBERNETES);
    for (Path file : values) {
      command.withValuesFile(file);
    }
    return Manifests.of(command.call());
  }

  /// Returns the manifests for one of the values files and for more values.
  ///
  /// @param name the file of `ci`
  /// @param more YAML that overrides the file
  static Manifests rendered(String name, String more) {
    try {
      Path file = Files.createTempFile("values", ".yaml");
      try {
        Files.writeString(file, more);
        return OURS.render(valuesFile(name), file);
      } finally {
        Files.delete(file);
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  LintResult lint() {
    return new Helm(directory).lint().strict().call();
  }

  /// A copy in which a file has other content.
  Chart copyWith(Path target, String file, String content) throws IOException {
    try (var files = Files.walk(directory)) {
      for (Path from : files.sorted().toList()) {
        Path to = target.resolve(directory.relativize(from).toString());
        if (Files.isDirectory(from)) {
          Files.createDirectories(to);
        } else {
          Files.copy(from, to);
        }
      }
    }
    Files.writeString(target.resolve(file), content);
    return new Chart(target);
  }
}
