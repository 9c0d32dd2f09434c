package goku.integration.query;

import goku.testkit.memory.LeakCheck;
import java.util.Optional;
import net.jqwik.api.EdgeCasesMode;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.ShrinkingMode;

/// Tests that the product's answers equal those of the reference for random data and queries, in
/// every arrangement of the data.
class QueryEquivalenceTest {
  private static final long BUDGET_BYTES = 512L << 20;
  private static final int QUERIES = 4;

  /// A failure prints the seed, and the example made as small as can be.
  @Property(tries = 100, shrinking = ShrinkingMode.OFF, edgeCases = EdgeCasesMode.NONE)
  void answersAsTheReferenceInEveryArrangement(@ForAll long seed) throws Exception {
    var choice = new Choice(seed);
    DataSet data = RandomData.of(choice);
    try (var memory = new LeakCheck(BUDGET_BYTES)) {
      compare(choice, data, memory);
    }
  }

  private static void compare(Choice choice, DataSet data, LeakCheck memory) throws Exception {
    AskedQuery failed = null;
    try (var example = new Example(data, memory)) {
      for (int i = 0; i < QUERIES && failed == null; i++) {
        AskedQuery query = RandomQuery.of(choice, data);
        Optional<String> difference = example.difference(query);
        failed = difference.isPresent() ? query : null;
      }
    }
    if (failed != null) {
      throw new AssertionError(new Minimizer(data, failed, memory).smallest());
    }
  }
}
