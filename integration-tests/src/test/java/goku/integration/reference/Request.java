package goku.integration.reference;

import java.util.List;

/// A parsed request.
///
/// @param startMillis inclusive, like `endMillis`: "Start and end are both inclusive."
public record Request(long startMillis, long endMillis, List<SubQuery> queries) {
  public Request {
    queries = List.copyOf(queries);
  }

  boolean contains(long timestampMillis) {
    return timestampMillis >= startMillis && timestampMillis <= endMillis;
  }
}
