package goku.integration.query;

import goku.config.ConfigLoader;
import goku.integration.reference.Answer;
import goku.integration.reference.AnsweredPoint;
import goku.integration.reference.AnsweredSeries;
import goku.integration.reference.Reference;
import goku.root.RootConfig;
import goku.testkit.memory.LeakCheck;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// A data set and queries to compare all answers of.
final class Example implements AutoCloseable {
  /// OpenTSDB also answers series without datapoints in the range.
  private static final RootConfig CONFIG = ConfigLoader.defaults(RootConfig.class, "--strict");

  private final Reference reference;
  private final List<Deployment> deployments = new ArrayList<>();

  Example(DataSet data, LeakCheck memory) {
    reference = new Reference(data.stored());
    for (Arrangement arrangement : Arrangement.ALL) {
      deployments.add(new Deployment(arrangement, data, memory, CONFIG));
    }
  }

  /// Returns the difference with both answers; empty if there is none.
  Optional<String> difference(AskedQuery query) throws Exception {
    Answer wanted = reference.answer(query.request());
    List<AnsweredSeries> series = inUnitOf(query, wanted.series());
    ProductAnswer first = deployments.getFirst().answer(query);
    Optional<String> difference =
        Comparison.WITH_REFERENCE.difference(
            wanted.status(), series, first.status(), first.series());
    if (difference.isPresent()) {
      return Optional.of(
          "product and reference: %s%nreference: %d %s%nproduct:   %s"
              .formatted(difference.get(), wanted.status(), series, first));
    }
    List<AnsweredSeries> measured = new ArrayList<>();
    for (int i = 0; i < series.size(); i++) {
      measured.add(first.series().get(i).withLargest(series.get(i).largest()));
    }
    for (Deployment other : deployments.subList(1, deployments.size())) {
      ProductAnswer answer = other.answer(query);
      difference =
          Comparison.ofArrangements(query.request())
              .difference(first.status(), measured, answer.status(), answer.series());
      if (difference.isPresent()) {
        return Optional.of(
            "%s and %s: %s%nfirst:  %s%nsecond: %s"
                .formatted(deployments.getFirst(), other, difference.get(), first, answer));
      }
    }
    return Optional.empty();
  }

  private static List<AnsweredSeries> inUnitOf(AskedQuery query, List<AnsweredSeries> series) {
    long unit = query.milliseconds() ? 1 : 1000;
    return series.stream()
        .map(
            one ->
                new AnsweredSeries(
                    one.metric(),
                    one.tags(),
                    one.aggregateTags(),
                    one.points().stream()
                        .map(p -> new AnsweredPoint(p.timestamp() / unit, p.value()))
                        .toList(),
                    one.largest()))
        .toList();
  }

  @Override
  public void close() {
    deployments.forEach(Deployment::close);
  }
}
