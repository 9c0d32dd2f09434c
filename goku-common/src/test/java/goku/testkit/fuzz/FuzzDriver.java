package goku.testkit.fuzz;

import java.lang.reflect.Constructor;
import org.jspecify.annotations.Nullable;

/// What Jazzer calls in its process: hands each input to the target that it was started with.
public final class FuzzDriver {
  private static @Nullable FuzzTarget target;

  private FuzzDriver() {}

  /// Jazzer's word for the beginning. The seeds are taken, so that the classes that they need are
  /// loaded and instrumented before its time begins.
  ///
  /// @param arguments the class of the target
  public static void fuzzerInitialize(String[] arguments) throws Exception {
    FuzzTarget made = make(Class.forName(arguments[0]).asSubclass(FuzzTarget.class));
    for (byte[] seed : made.seeds()) {
      take(made, seed);
    }
    target = made;
  }

  /// Jazzer's word for an input; whatever comes out of it is a finding.
  public static void fuzzerTestOneInput(byte[] input) throws Exception {
    if (target == null) {
      throw new IllegalStateException("not initialized");
    }
    take(target, input);
  }

  /// Returns also when the target refuses the input as it should.
  static void take(FuzzTarget target, byte[] input) throws Exception {
    try {
      target.take(input);
    } catch (Exception e) {
      if (!target.isRefusal(e)) {
        throw e;
      }
    }
  }

  static FuzzTarget make(Class<? extends FuzzTarget> type) throws ReflectiveOperationException {
    Constructor<? extends FuzzTarget> constructor = type.getDeclaredConstructor();
    constructor.setAccessible(true);
    return constructor.newInstance();
  }
}
