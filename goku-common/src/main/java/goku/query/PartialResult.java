package goku.query;

/// What a node contributes to the answer of one query. Kinds that hold a group already aggregated
/// on a grid of buckets can stand beside single series.
public sealed interface PartialResult permits SeriesPartial {
  /// How many series went into it.
  int seriesRead();

  /// How many stored datapoints were read for it, or how many it holds if that is more.
  long pointsTouched();

  /// Bytes of heap that it takes as long as it is held, roughly.
  long heldBytes();
}
