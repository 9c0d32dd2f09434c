package goku.root.usage;

import goku.http.HttpHandler;
import goku.model.Blocklist;
import goku.model.Live;
import goku.root.queried.QueriedMetrics;
import java.time.InstantSource;

/// The factory of the usage handlers. Thread-safe.
///
/// @param queried the last query of each metric
/// @param blocked the blocklist
public record UsageReports(
    UsageDirectory directory,
    QueriedMetrics queried,
    Live<Blocklist> blocked,
    InstantSource clock) {
  /// Returns the handler of the metrics that write most.
  public HttpHandler top() {
    return new TopHandler(directory, form());
  }

  /// Returns the handler of the tags of a metric.
  public HttpHandler topTags() {
    return new TopTagsHandler(directory);
  }

  /// Returns the handler of metrics that are not queried.
  public HttpHandler unqueried() {
    return new UnqueriedHandler(directory, form(), clock);
  }

  private UsageJson form() {
    return new UsageJson(queried, blocked);
  }
}
