package goku.root.fanout;

import goku.http.HttpError;
import goku.model.ShardId;
import java.util.List;
import java.util.Objects;
import java.util.Optional;

/// The answer to the sub queries of one request, on which the nodes are at work. Owned by one
/// thread.
public final class QueryAnswer implements AutoCloseable {
  private static final int CLIENT_GONE = 499;

  private final List<GroupStream> queries;
  private final RunningQuery running;
  private final QueryLog log;

  QueryAnswer(List<GroupStream> queries, RunningQuery running, QueryLog log) {
    this.queries = List.copyOf(queries);
    this.running = running;
    this.log = log;
  }

  public List<GroupStream> queries() {
    return queries;
  }

  /// The shards that the answer is short of, because nobody serves them at this moment.
  public List<ShardId> missing() {
    return queries.stream().flatMap(stream -> stream.missing().stream()).distinct().toList();
  }

  /// Ends what still runs on the nodes.
  @Override
  public void close() {
    Optional<HttpError> error =
        queries.stream().map(GroupStream::failure).filter(Objects::nonNull).findFirst();
    boolean whole = queries.stream().allMatch(GroupStream::ended);
    int status = error.map(HttpError::status).orElse(whole ? 200 : CLIENT_GONE);
    String text = error.map(HttpError::getMessage).orElse("");
    log.end(running, status, text);
    queries.forEach(GroupStream::close);
  }
}
