package goku.integration.query;

import goku.config.ConfigLoader;
import goku.integration.reference.Request;
import goku.integration.reference.SubQuery;
import goku.root.RootConfig;
import goku.testkit.memory.LeakCheck;
import java.util.List;
import java.util.Optional;
import net.jqwik.api.EdgeCasesMode;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.ShrinkingMode;

/// Tests that joined pages equal the unpaged answer, for random data, queries and pages, bit for
/// bit except for sums of pre-aggregated metrics, which a page may have to compute from series.
class PagedEquivalenceTest {
  private static final long BUDGET_BYTES = 512L << 20;
  private static final int QUERIES = 6;

  /// OpenTSDB also answers series without datapoints in the range.
  private static final RootConfig CONFIG = ConfigLoader.defaults(RootConfig.class, "--strict");

  private static final Comparison SAME = new Comparison(0, 0);

  /// The page sizes, such that a range of 30 hours has at most some hundred pages.
  private static final List<String> SIZES =
      List.of("true", "20", "200", "17m", "30m", "1h", "1h", "2h", "3h", "7h", "1d");

  @Property(tries = 100, shrinking = ShrinkingMode.OFF, edgeCases = EdgeCasesMode.NONE)
  void pagesJoinedAreTheWholeAnswer(@ForAll long seed) throws Exception {
    var choice = new Choice(seed);
    DataSet data = RandomData.of(choice);
    try (var memory = new LeakCheck(BUDGET_BYTES)) {
      Arrangement arrangement = choice.of(Arrangement.ALL);
      try (var deployment = new Deployment(arrangement, data, memory, CONFIG)) {
        for (int i = 0; i < QUERIES; i++) {
          compare(deployment, arrangement, RandomQuery.of(choice, data), choice);
        }
      }
    }
  }

  private static void compare(
      Deployment deployment, Arrangement arrangement, AskedQuery asked, Choice choice)
      throws Exception {
    AskedQuery query = asked.with(ofDifferentMetrics(asked.request()));
    String size = choice.of(SIZES);
    ProductAnswer whole = deployment.answer(query);
    ProductAnswer paged = PagedAnswer.of(deployment, query, size, choice);
    Comparison same = arrangement.aggregates() ? Comparison.ofArrangements(query.request()) : SAME;
    Optional<String> difference =
        same.difference(whole.status(), whole.series(), paged.status(), paged.series());
    if (difference.isPresent()) {
      throw new AssertionError(
          "%s, page=%s, %s%n%s%nat once: %s%npaged:   %s"
              .formatted(deployment, size, query, difference.get(), whole, paged));
    }
  }

  /// One sub query of each metric: series of two of the same name cannot be told apart.
  private static Request ofDifferentMetrics(Request request) {
    SubQuery first = request.queries().getFirst();
    List<SubQuery> queries =
        request.queries().stream()
            .filter(query -> query.equals(first) || !query.metric().equals(first.metric()))
            .limit(2)
            .toList();
    return new Request(request.startMillis(), request.endMillis(), queries);
  }
}
