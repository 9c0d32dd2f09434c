package goku.root.usage;

import goku.http.HttpHandler;
import goku.model.Blocklist;
import goku.model.Live;
import goku.root.queried.QueriedMetrics;
import java.time.InstantSource;

/// The handlers of who writes how much. Thread-safe.
///
/// @param queried of which metrics it is known when they were last asked for
/// @param blocked which are not to be written
public record UsageReports(
    UsageDirectory directory,
    QueriedMetrics queried,
    Live<Blocklist> blocked,
    InstantSource clock) {
  /// The metrics that write most.
  public HttpHandler top() {
    return new TopHandler(directory, form());
  }

  /// The tags of a metric.
  public HttpHandler topTags() {
    return new TopTagsHandler(directory);
  }

  /// The metrics that nobody asks for.
  public HttpHandler unqueried() {
    return new UnqueriedHandler(directory, form(), clock);
  }

  private UsageJson form() {
    return new UsageJson(queried, blocked);
  }
}
