package goku.memory;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.III_Result;

/// A reader with a pin never has a thing that was given back; once it has left, the thing is.
@JCStressTest
@Outcome(id = "0, 0, 1", expect = ACCEPTABLE, desc = "It was taken out before.")
@Outcome(id = "1, 0, 1", expect = ACCEPTABLE, desc = "It was found, and given back afterwards.")
@Outcome(id = "1, 1, .*", expect = FORBIDDEN, desc = "It was given back while the reader had it.")
@Outcome(id = ".*, 0", expect = FORBIDDEN, desc = "It was never given back.")
@State
public class ReclaimerStress {
  private final Reclaimer reclaimer = new Reclaimer();
  private final AtomicReference<@Nullable Thing> structure = new AtomicReference<>(new Thing());

  /// Plain on purpose: what orders its accesses is the reclaimer.
  private static final class Thing {
    private int givenBack;
  }

  private int givenBack;

  @Actor
  public void write() {
    Thing thing = structure.getPlain();
    structure.setRelease(null);
    reclaimer.retire(
        () -> {
          if (thing != null) {
            thing.givenBack = 1;
          }
          givenBack = 1;
        });
  }

  @Actor
  public void read(III_Result result) {
    try (var _ = reclaimer.pin()) {
      Thing thing = structure.getAcquire();
      if (thing != null) {
        result.r1 = 1;
        result.r2 = thing.givenBack;
      }
    }
  }

  @Arbiter
  public void afterwards(III_Result result) {
    reclaimer.collect();
    result.r3 = givenBack;
  }
}
