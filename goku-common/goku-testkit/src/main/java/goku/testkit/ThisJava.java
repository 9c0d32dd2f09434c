package goku.testkit;

import static java.util.stream.Collectors.joining;

import java.io.File;
import java.net.URI;
import java.nio.file.Path;
import java.util.Arrays;

/// The Java installation that runs the test, for child processes.
public final class ThisJava {
  private ThisJava() {}

  /// Returns the path of its `java`.
  public static String path() {
    return Path.of(System.getProperty("java.home"), "bin", "java").toString();
  }

  /// Returns the class path of the test.
  public static String classpath() {
    return System.getProperty("java.class.path");
  }

  /// Returns a class path that suffices to load the types.
  public static String classpath(Class<?>... types) {
    return Arrays.stream(types)
        .map(type -> Path.of(URI.create(place(type))).toString())
        .distinct()
        .collect(joining(File.pathSeparator));
  }

  private static String place(Class<?> type) {
    return type.getProtectionDomain().getCodeSource().getLocation().toString();
  }
}
