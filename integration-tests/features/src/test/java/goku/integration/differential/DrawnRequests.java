package goku.integration.differential;

import com.fasterxml.jackson.databind.node.ObjectNode;
import goku.root.conformance.corpus.RecordedRequest;
import java.util.List;
import java.util.function.Supplier;

/// Random requests of a seed.
final class DrawnRequests {
  private final Draws draws;
  private final List<Supplier<ObjectNode>> kinds;

  DrawnRequests(long seed, DrawnData data) {
    draws = new Draws(~seed);
    var queries = new QueryDraw(draws, data);
    var functions = new FunctionDraw(draws, queries);
    var expressions = new ExpressionDraw(draws, data);
    var names = new NameDraw(draws, data);
    var puts = new PutDraw(draws, seed);
    var annotations = new AnnotationDraw(draws);
    kinds =
        List.of(
            queries::get,
            queries::get,
            queries::get,
            queries::post,
            queries::post,
            queries::post,
            functions::get,
            functions::get,
            expressions::post,
            expressions::post,
            names::suggest,
            names::lookup,
            names::lookup,
            names::last,
            names::assign,
            annotations::any,
            puts::post);
  }

  DrawnRequest next() {
    return new DrawnRequest(draws.of(kinds).get());
  }

  /// A request in the form of recorded cases.
  record DrawnRequest(ObjectNode json) {
    String endpoint() {
      return json.get("path").asText();
    }

    RecordedRequest request() {
      return new RecordedRequest(json);
    }
  }
}
