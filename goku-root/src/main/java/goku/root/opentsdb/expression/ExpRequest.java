package goku.root.opentsdb.expression;

import com.fasterxml.jackson.databind.JsonNode;
import goku.root.expression.Definition;
import goku.root.opentsdb.query.QueryRequest;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// A request to `/api/query/exp`.
///
/// @param query the sub queries of the metrics, in their order
/// @param outputs what is answered, in this order
/// @param body the request as it came
record ExpRequest(
    QueryRequest query,
    List<Metric> metrics,
    List<Definition> expressions,
    List<Output> outputs,
    JsonNode body) {
  ExpRequest {
    metrics = List.copyOf(metrics);
    expressions = List.copyOf(expressions);
    outputs = List.copyOf(outputs);
  }

  /// How the series of a sub query enter expressions.
  ///
  /// @param fill the value where a series has none
  /// @param offsetMillis how much later than they were datapoints are shown
  record Metric(String id, double fill, long offsetMillis) {}

  /// @param id of a metric or an expression
  record Output(String id, @Nullable String alias) {}
}
