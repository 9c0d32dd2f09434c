package goku.root.fanout;

import java.util.List;

/// The answer to the sub queries of one request, on which the nodes are at work. Owned by one
/// thread.
public record QueryAnswer(List<GroupStream> queries) implements AutoCloseable {
  public QueryAnswer {
    queries = List.copyOf(queries);
  }

  /// Ends what still runs on the nodes.
  @Override
  public void close() {
    queries.forEach(GroupStream::close);
  }
}
