package goku.root.opentsdb.expression;

import com.fasterxml.jackson.databind.JsonNode;
import goku.root.expression.Definition;
import goku.root.opentsdb.query.QueryRequest;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// A request to `/api/query/exp`.
///
/// @param query the sub queries of the metrics, in their order
/// @param outputs the outputs, in their order
/// @param body the unparsed request
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

  /// The use of a sub query's series in expressions.
  ///
  /// @param fill the value where a series has none
  /// @param offsetMillis milliseconds by which timestamps are shifted to later times
  record Metric(String id, double fill, long offsetMillis) {}

  /// @param id the id of a metric or an expression
  record Output(String id, @Nullable String alias) {}
}
