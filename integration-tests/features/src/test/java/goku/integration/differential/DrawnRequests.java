package goku.integration.differential;

import com.fasterxml.jackson.databind.node.ObjectNode;
import goku.root.conformance.corpus.RecordedRequest;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.function.Supplier;

/// Random requests of a seed.
final class DrawnRequests {
  private final Draws draws;
  private final List<Supplier<ObjectNode>> kinds;

  /// The kinds of the current round that were not asked for yet.
  private final Deque<Supplier<ObjectNode>> left = new ArrayDeque<>();

  DrawnRequests(long seed, DrawnData data) {
    draws = new Draws(~seed);
    var queries = new QueryDraw(draws, data);
    var functions = new FunctionDraw(draws, queries);
    var expressions = new ExpressionDraw(draws, data);
    var names = new NameDraw(draws, data);
    var puts = new PutDraw(draws, seed);
    var annotations = new AnnotationDraw(draws);
    var histograms = new HistogramDraw(draws, data, seed);
    var metadata = new MetadataDraw(draws, data);
    kinds =
        new ArrayList<>(
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
                names::last,
                names::assign,
                annotations::any,
                metadata::ofName,
                metadata::ofSeries));
    if (!data.histograms().datapoints().isEmpty()) {
      kinds.add(histograms::query);
      kinds.add(histograms::write);
    }
    kinds.add(puts::post);
  }

  /// Returns the next request. All kinds are asked for equally often.
  DrawnRequest next() {
    if (left.isEmpty()) {
      left.addAll(draws.some(kinds, kinds.size()));
    }
    return new DrawnRequest(left.remove().get());
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
