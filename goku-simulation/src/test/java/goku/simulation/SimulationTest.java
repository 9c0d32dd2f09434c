package goku.simulation;

import goku.testkit.TestForm;
import org.junit.jupiter.api.Test;

/// Schedules of random steps and faults.
class SimulationTest {
  private static final int SCHEDULES = TestForm.isLong() ? 200_000 : 10_000;

  @Test
  void everyAcknowledgedDatapointIsExactOrMarkedUnderEverySchedule() {
    if (!System.getProperty("goku.seed", "").isEmpty()) {
      Simulation.drawn(TestForm.seed()).run();
      return;
    }
    for (long seed = 1; seed <= SCHEDULES; seed++) {
      Simulation.drawn(seed).run();
    }
  }
}
