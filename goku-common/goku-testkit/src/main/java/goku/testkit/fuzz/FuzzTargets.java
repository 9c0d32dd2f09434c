package goku.testkit.fuzz;

import goku.testkit.TestForm;
import java.lang.reflect.Constructor;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/// The targets of one process of the fuzzer. In the short form each input begins with a [Selector],
/// and each target takes [FuzzTarget#inputs] inputs.
public final class FuzzTargets {
  /// The begin of the line with the number of inputs of a target.
  static final String TAKEN = "inputs taken target=";

  /// The system property that holds the path of the file at which the fuzzer stops.
  static final String STOP_FILE = "goku.fuzz.stop-file";

  private final boolean several = !TestForm.isLong();
  private final List<Budget> budgets = new ArrayList<>();
  private long left;

  /// The number of inputs of a target so far, and its limit.
  private static final class Budget {
    private final FuzzTarget target;
    private long taken;

    Budget(FuzzTarget target) {
      this.target = target;
    }

    boolean isUsed() {
      return taken == target.inputs();
    }

    void take(byte[] input) throws Exception {
      taken++;
      FuzzTargets.take(target, input);
    }
  }

  /// @param types the classes of the targets
  public FuzzTargets(String[] types) throws ReflectiveOperationException {
    for (String type : types) {
      FuzzTarget target = make(Class.forName(type).asSubclass(FuzzTarget.class));
      budgets.add(new Budget(target));
      left += target.inputs();
    }
  }

  /// Passes an input to its target and throws its exception, unless that is a refusal. In the short
  /// form, writes the file that stops the fuzzer once all targets have taken their inputs. The
  /// fuzzer itself counts inputs, but not those of a target.
  public void take(byte[] input) throws Exception {
    if (!several) {
      budgets.getFirst().take(input);
    } else if (input.length > 0) {
      Budget selected = budgets.get(Selector.target(input, budgets.size()));
      if (!selected.isUsed()) {
        selected.take(Selector.input(input));
        left--;
        if (left == 0) {
          Files.writeString(Path.of(System.getProperty(STOP_FILE, "")), "done");
        }
      }
    }
  }

  /// Prints the number of inputs of each target.
  public void report() {
    for (Budget budget : budgets) {
      System.out.println(TAKEN + name(budget.target.getClass()) + " count=" + budget.taken);
    }
  }

  /// Parses an input. Returns normally when the target refuses the input as it should.
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

  /// Returns the names of the test and the target: `InputFuzzTest.PutLines`.
  static String name(Class<?> type) {
    return type.getName().substring(type.getPackageName().length() + 1).replace('$', '.');
  }
}
