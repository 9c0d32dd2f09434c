package goku.testkit;

import java.nio.file.Path;

/// The Java that runs the test, for processes beside it.
public final class ThisJava {
  private ThisJava() {}

  /// The path of its `java`.
  public static String path() {
    return Path.of(System.getProperty("java.home"), "bin", "java").toString();
  }

  /// What the test can load.
  public static String classpath() {
    return System.getProperty("java.class.path");
  }
}
