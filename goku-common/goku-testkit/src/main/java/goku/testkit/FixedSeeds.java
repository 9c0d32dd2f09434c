package goku.testkit;

import net.jqwik.api.lifecycle.AroundPropertyHook;
import net.jqwik.api.lifecycle.PropagationMode;
import net.jqwik.api.lifecycle.PropertyExecutionResult;
import net.jqwik.api.lifecycle.PropertyExecutor;
import net.jqwik.api.lifecycle.PropertyLifecycleContext;

/// A hook that derives the seed of each property from its name, so that a failed run can be
/// repeated and no run fails by chance.
///
/// The system property `goku.seeds` is appended to the name, which gives other seeds that are just
/// as repeatable.
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
