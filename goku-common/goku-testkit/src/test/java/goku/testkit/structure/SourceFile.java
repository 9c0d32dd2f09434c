package goku.testkit.structure;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/// A Java file of the product's main sources and the packages that it names. Read from the text,
/// not from class files, so that a wrong dependency is found before anything else is compiled.
///
/// @param module folder of its module below the root of the repository
/// @param packageName package that it declares
/// @param used packages of all types that it names in full, mainly by imports; includes packages of
///   inlined constants, which class files do not show
record SourceFile(Path module, String packageName, Set<String> used) {
  private static final Path SOURCES = Path.of("src", "main", "java");

  /// Comments and literals, in which a name is not a dependency.
  private static final Pattern NO_CODE =
      Pattern.compile(
          "//[^\n]*|/\\*.*?\\*/|\"\"\".*?\"\"\"|\"(?:\\\\.|[^\"\\\\\n])*\"|'(?:\\\\.|[^'\\\\\n])+'",
          Pattern.DOTALL);

  private static final Pattern PACKAGE = Pattern.compile("^package ([\\w.]+);", Pattern.MULTILINE);
  private static final Pattern TYPE = Pattern.compile("(?<![\\w.])((?:[a-z]\\w*\\.)+)[A-Z*]");

  /// Reads the main sources of every module except goku-benchmarks, whose classes are in the
  /// packages that they measure.
  static List<SourceFile> readAll(Path root) throws IOException {
    try (Stream<Path> files = Files.find(root, 20, (file, _) -> isProduct(root.relativize(file)))) {
      return files.map(file -> read(root, file)).toList();
    }
  }

  private static boolean isProduct(Path file) {
    return file.toString().endsWith(".java")
        && file.toString().contains(SOURCES.toString())
        && !file.startsWith("goku-benchmarks");
  }

  private static SourceFile read(Path root, Path file) {
    try {
      String code = NO_CODE.matcher(Files.readString(file)).replaceAll(" ");
      Matcher declared = PACKAGE.matcher(code);
      if (!declared.find()) {
        throw new IllegalStateException("no package declared in " + file);
      }
      Set<String> used =
          TYPE.matcher(code)
              .results()
              .map(SourceFile::packageOf)
              .filter(name -> !name.equals(declared.group(1)))
              .collect(Collectors.toUnmodifiableSet());
      return new SourceFile(moduleOf(root, file), declared.group(1), used);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static String packageOf(MatchResult type) {
    String prefix = type.group(1);
    return prefix.substring(0, prefix.length() - 1);
  }

  private static Path moduleOf(Path root, Path file) {
    String path = root.relativize(file).toString();
    return Path.of(path.substring(0, path.indexOf(SOURCES.toString())));
  }
}
