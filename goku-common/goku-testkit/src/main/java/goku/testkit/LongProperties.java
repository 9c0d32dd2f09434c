package goku.testkit;

import net.jqwik.api.lifecycle.AroundPropertyHook;
import net.jqwik.api.lifecycle.PropagationMode;
import net.jqwik.api.lifecycle.PropertyExecutionResult;
import net.jqwik.api.lifecycle.PropertyExecutor;
import net.jqwik.api.lifecycle.PropertyLifecycleContext;

/// A hook that multiplies the tries of each property by ten in the long form.
public final class LongProperties implements AroundPropertyHook {
  private static final int TIMES = 10;

  @Override
  public PropagationMode propagateTo() {
    return PropagationMode.ALL_DESCENDANTS;
  }

  @Override
  public PropertyExecutionResult aroundProperty(
      PropertyLifecycleContext context, PropertyExecutor property) {
    if (TestForm.isLong()) {
      context.attributes().tries().ifPresent(tries -> context.attributes().setTries(tries * TIMES));
    }
    return property.execute();
  }
}
