package goku.integration.reference;

import java.util.List;

/// What is asked for, without the words it was asked in.
///
/// @param startMillis inclusive, as `endMillis` is: "Start and end are both inclusive."
public record Request(long startMillis, long endMillis, List<SubQuery> queries) {
  public Request {
    queries = List.copyOf(queries);
  }

  boolean contains(long timestampMillis) {
    return timestampMillis >= startMillis && timestampMillis <= endMillis;
  }
}
