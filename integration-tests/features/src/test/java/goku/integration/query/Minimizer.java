package goku.integration.query;

import goku.integration.reference.Filter;
import goku.integration.reference.Request;
import goku.integration.reference.SubQuery;
import goku.testkit.memory.LeakCheck;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.IntPredicate;

/// A minimizer that removes the parts of a failing example without which it still fails.
final class Minimizer {
  private static final int ATTEMPTS = 400;

  private final LeakCheck memory;
  private DataSet data;
  private AskedQuery query;
  private int attempts;

  Minimizer(DataSet data, AskedQuery query, LeakCheck memory) {
    this.data = data;
    this.query = query;
    this.memory = memory;
  }

  /// Data, query and what differs.
  String smallest() throws Exception {
    simplify();
    for (int parts = 2; attempts < ATTEMPTS && parts <= 2 * data.writes().size(); parts *= 2) {
      takeAway(parts);
    }
    simplify();
    return "%s%n%s%n%s"
        .formatted(
            data,
            query,
            difference(data, query).orElse("differs only now and then, look for races"));
  }

  private void takeAway(int parts) throws Exception {
    for (int part = parts - 1; part >= 0; part--) {
      int size = data.writes().size();
      int from = (int) ((long) size * part / parts);
      int to = (int) ((long) size * (part + 1) / parts);
      IntPredicate kept = i -> i < from || i >= to;
      List<Write> fewer = new ArrayList<>();
      for (int i = 0; i < size; i++) {
        if (kept.test(i)) {
          fewer.add(data.writes().get(i));
        }
      }
      if (from < to && !fewer.isEmpty()) {
        attempt(new DataSet(fewer, data.splitMillis()), query);
      }
    }
  }

  private void simplify() throws Exception {
    Request request = query.request();
    for (SubQuery one : request.queries()) {
      attempt(data, with(List.of(one)));
    }
    if (query.request().queries().size() == 1) {
      simplify(query.request().queries().getFirst());
    }
  }

  private void simplify(SubQuery one) throws Exception {
    SubQuery best = one;
    for (Filter filter : one.filters()) {
      List<Filter> fewer = new ArrayList<>(best.filters());
      fewer.remove(filter);
      SubQuery simpler =
          new SubQuery(
              best.aggregator(),
              best.metric(),
              fewer,
              best.explicitTags(),
              best.downsampling(),
              best.rate());
      best = attempt(data, with(List.of(simpler))) ? simpler : best;
    }
    SubQuery noRate =
        new SubQuery(
            best.aggregator(), best.metric(), best.filters(), false, best.downsampling(), null);
    best = attempt(data, with(List.of(noRate))) ? noRate : best;
    SubQuery noBuckets =
        new SubQuery(best.aggregator(), best.metric(), best.filters(), false, null, best.rate());
    attempt(data, with(List.of(noBuckets)));
  }

  private AskedQuery with(List<SubQuery> queries) {
    Request request = query.request();
    return query.with(new Request(request.startMillis(), request.endMillis(), queries));
  }

  private boolean attempt(DataSet smaller, AskedQuery simpler) throws Exception {
    attempts++;
    if (attempts > ATTEMPTS || difference(smaller, simpler).isEmpty()) {
      return false;
    }
    data = smaller;
    query = simpler;
    return true;
  }

  private Optional<String> difference(DataSet smaller, AskedQuery simpler) throws Exception {
    try (var example = new Example(smaller, memory)) {
      return example.difference(simpler);
    }
  }
}
