package goku.testkit.fuzz;

import goku.testkit.TestForm;
import java.lang.reflect.Constructor;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/// The targets of one process of the fuzzer. In the short form a [Selector] begins each input, and
/// each target takes as many inputs as [FuzzTarget#inputs] says.
public final class FuzzTargets {
  /// Begins the line that tells how many inputs a target took.
  static final String TAKEN = "inputs taken target=";

  /// The system property that holds the path of the file at which the fuzzer stops.
  static final String STOP_FILE = "goku.fuzz.stop-file";

  private final boolean several = !TestForm.isLong();
  private final List<Budget> budgets = new ArrayList<>();
  private long left;

  /// The inputs that a target took, and may take.
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

  /// Throws what the target throws, unless it is a refusal. In the short form, writes the file that
  /// stops the fuzzer once all targets took as many inputs as they should: the fuzzer itself counts
  /// inputs, but not those of a target.
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

  /// Prints how many inputs each target took.
  public void report() {
    for (Budget budget : budgets) {
      System.out.println(TAKEN + name(budget.target.getClass()) + " count=" + budget.taken);
    }
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

  /// Returns the names of the test and the target: `InputFuzzTest.PutLines`.
  static String name(Class<?> type) {
    return type.getName().substring(type.getPackageName().length() + 1).replace('$', '.');
  }
}
