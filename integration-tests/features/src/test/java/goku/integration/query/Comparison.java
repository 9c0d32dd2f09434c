package goku.integration.query;

import goku.integration.reference.AnsweredPoint;
import goku.integration.reference.AnsweredSeries;
import goku.integration.reference.Request;
import goku.integration.reference.SubQuery;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// A comparison of two answers.
///
/// @param relative the tolerance of values, relative to their own size
/// @param ofLargest the tolerance relative to the largest number in the series
public record Comparison(double relative, double ofLargest) {
  /// The aggregators that depend on the order of additions.
  private static final Set<String> SUMS =
      Set.of("sum", "avg", "zimsum", "pfsum", "squareSum", "dev", "mult", "diff");

  /// The comparison of the product with the reference.
  public static final Comparison WITH_REFERENCE = new Comparison(1e-9, 1e-12);

  /// Returns the comparison of arrangements of the product: exact, except for sums.
  static Comparison ofArrangements(Request request) {
    boolean sums = request.queries().stream().anyMatch(Comparison::addsUp);
    return sums ? new Comparison(1e-12, 1e-12) : new Comparison(0, 0);
  }

  private static boolean addsUp(SubQuery query) {
    return SUMS.contains(query.aggregator())
        || (query.downsampling() != null && SUMS.contains(query.downsampling().function()));
  }

  /// The largest magnitudes are taken from the wanted series.
  public Optional<String> difference(
      int wantedStatus, List<AnsweredSeries> wanted, int status, List<AnsweredSeries> found) {
    if (wantedStatus != status) {
      return Optional.of("status: want %d, got %d".formatted(wantedStatus, status));
    }
    if (wanted.size() != found.size()) {
      return Optional.of("series: want %d, got %d".formatted(wanted.size(), found.size()));
    }
    for (int i = 0; i < wanted.size(); i++) {
      Optional<String> difference = difference(wanted.get(i), found.get(i));
      if (difference.isPresent()) {
        return Optional.of("series %d: %s".formatted(i, difference.get()));
      }
    }
    return Optional.empty();
  }

  private Optional<String> difference(AnsweredSeries want, AnsweredSeries got) {
    if (!name(want).equals(name(got))) {
      return Optional.of("want %s, got %s".formatted(name(want), name(got)));
    }
    List<Long> wanted = want.points().stream().map(AnsweredPoint::timestamp).toList();
    List<Long> found = got.points().stream().map(AnsweredPoint::timestamp).toList();
    if (!wanted.equals(found)) {
      return Optional.of("timestamps: want %s, got %s".formatted(wanted, found));
    }
    for (int i = 0; i < wanted.size(); i++) {
      Number a = want.points().get(i).value();
      Number b = got.points().get(i).value();
      if (!same(a, b, want.largest())) {
        return Optional.of("at %d: want %s, got %s".formatted(wanted.get(i), a, b));
      }
    }
    return Optional.empty();
  }

  /// An integer is never the same as a float.
  private boolean same(@Nullable Number a, @Nullable Number b, double largest) {
    if (a == null || b == null || a.equals(b)) {
      return Objects.equals(a, b);
    }
    double x = a.doubleValue();
    double y = b.doubleValue();
    double allowed = Math.max(relative * Math.max(Math.abs(x), Math.abs(y)), ofLargest * largest);
    return a.getClass() == b.getClass() && Math.abs(x - y) <= allowed;
  }

  private static String name(AnsweredSeries series) {
    return "%s %s %s".formatted(series.metric(), series.tags(), series.aggregateTags());
  }
}
