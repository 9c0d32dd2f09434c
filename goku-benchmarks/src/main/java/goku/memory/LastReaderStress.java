package goku.memory;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.I_Result;

/// A stress test: if the writer closes while a reader leaves, one of the two frees everything,
/// once.
@JCStressTest
@Outcome(id = "1", expect = ACCEPTABLE, desc = "Given back.")
@Outcome(expect = FORBIDDEN, desc = "Never, or twice.")
@State
public class LastReaderStress {
  private final Reclaimer reclaimer = new Reclaimer();
  private final Reclaimer.Pin pin = reclaimer.pin();
  private int givenBack;

  @Actor
  public void writerGoes() {
    reclaimer.retire(() -> givenBack++);
    reclaimer.leaveToReaders();
  }

  @Actor
  public void readerLeaves() {
    pin.close();
  }

  @Arbiter
  public void afterwards(I_Result result) {
    result.r1 = givenBack;
  }
}
