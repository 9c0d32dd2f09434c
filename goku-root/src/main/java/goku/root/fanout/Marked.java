package goku.root.fanout;

import java.util.List;

/// The findings of a search in all shards, and what they lack.
public record Marked<T>(List<T> found, Shortfall shortfall) {
  public Marked {
    found = List.copyOf(found);
  }
}
