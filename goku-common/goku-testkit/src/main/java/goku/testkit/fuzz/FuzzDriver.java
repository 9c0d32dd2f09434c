package goku.testkit.fuzz;

import java.io.File;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.net.MalformedURLException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/// The entry point of Jazzer's process, which passes each input to [FuzzTargets].
///
/// The targets have their own class loader. Jazzer reads all classes of the class path at its
/// start, which takes most of the starting time. So the class path has only this class and Jazzer.
public final class FuzzDriver {
  /// The system property that holds the class path of the targets.
  static final String CLASSPATH = "goku.fuzz.classpath";

  private static @Nullable MethodHandle take;
  private static @Nullable MethodHandle report;

  private FuzzDriver() {}

  /// Creates the targets, before the first input. Jazzer calls this.
  ///
  /// @param arguments the classes of the targets
  public static void fuzzerInitialize(String[] arguments) throws Throwable {
    String[] classpath = System.getProperty(CLASSPATH, "").split(File.pathSeparator, -1);
    URL[] places = new URL[classpath.length];
    for (int i = 0; i < places.length; i++) {
      places[i] = place(classpath[i]);
    }
    // never closed: needed until the process ends
    var loader = new URLClassLoader(places, ClassLoader.getPlatformClassLoader());
    Thread.currentThread().setContextClassLoader(loader);
    Class<?> type = loader.loadClass("goku.testkit.fuzz.FuzzTargets");
    MethodHandles.Lookup lookup = MethodHandles.publicLookup();
    Object targets =
        lookup
            .findConstructor(type, MethodType.methodType(void.class, String[].class))
            .invoke(arguments);
    take =
        lookup
            .findVirtual(type, "take", MethodType.methodType(void.class, byte[].class))
            .bindTo(targets);
    report = lookup.findVirtual(type, "report", MethodType.methodType(void.class)).bindTo(targets);
  }

  private static URL place(String path) throws MalformedURLException {
    return Path.of(path).toUri().toURL();
  }

  /// Passes an input to its target. Jazzer calls this and reports every exception as a finding.
  public static void fuzzerTestOneInput(byte[] input) throws Throwable {
    if (take == null) {
      throw new IllegalStateException("not initialized");
    }
    take.invokeExact(input);
  }

  /// Reports the counts, after the last input. Jazzer calls this.
  public static void fuzzerTearDown() throws Throwable {
    if (report != null) {
      report.invokeExact();
    }
  }
}
