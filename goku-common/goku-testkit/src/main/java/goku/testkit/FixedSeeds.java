package goku.testkit;

import net.jqwik.api.lifecycle.AroundPropertyHook;
import net.jqwik.api.lifecycle.PropagationMode;
import net.jqwik.api.lifecycle.PropertyExecutionResult;
import net.jqwik.api.lifecycle.PropertyExecutor;
import net.jqwik.api.lifecycle.PropertyLifecycleContext;

/// Each property begins with a seed that is made of its name, so that a run that failed fails
/// again, and none fails by bad luck.
///
/// With the system property `goku.seeds` they begin with that text as well: another run, which
/// fails again with the same text.
public final class FixedSeeds implements AroundPropertyHook {
  private static final String MORE = System.getProperty("goku.seeds", "");

  @Override
  public PropagationMode propagateTo() {
    return PropagationMode.ALL_DESCENDANTS;
  }

  @Override
  public PropertyExecutionResult aroundProperty(
      PropertyLifecycleContext context, PropertyExecutor property) {
    if (context.attributes().seed().isEmpty()) {
      int seed = (context.extendedLabel() + MORE).hashCode();
      context.attributes().setSeed(Integer.toString(seed));
    }
    return property.execute();
  }
}
