package goku.rpc;

import goku.model.Tag;
import java.util.Comparator;
import java.util.List;

/// A series found by a lookup, with tags ascending by key.
public record FoundSeries(String metric, List<Tag> tags) implements Comparable<FoundSeries> {
  private static final Comparator<FoundSeries> BY_NAME =
      Comparator.comparing(FoundSeries::metric).thenComparing(found -> found.tags().toString());

  public FoundSeries {
    tags = List.copyOf(tags);
  }

  @Override
  public int compareTo(FoundSeries other) {
    return BY_NAME.compare(this, other);
  }
}
