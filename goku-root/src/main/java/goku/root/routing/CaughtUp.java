package goku.root.routing;

import goku.model.Holes;
import goku.model.ShardId;
import goku.query.partial.GroupPartial;
import goku.query.partial.PartialStream;
import goku.root.routing.choice.ReadRequirements;
import goku.root.routing.choice.StreamHeader;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// A stream that reports no lag, because its lag is within the limit.
record CaughtUp(PartialStream stream) implements PartialStream {
  /// Returns the stream itself if it has no lag, or more lag than the limit.
  static PartialStream unlessBehind(PartialStream stream, ReadRequirements requirements) {
    boolean some = stream.lagMillis() > 0;
    return some && requirements.lagOf(StreamHeader.of(stream)) == 0 ? new CaughtUp(stream) : stream;
  }

  @Override
  public @Nullable GroupPartial next() throws InterruptedException {
    return stream.next();
  }

  @Override
  public Holes holes() {
    return stream.holes();
  }

  @Override
  public List<ShardId> missing() {
    return stream.missing();
  }

  @Override
  public long pageDatapoints() {
    return stream.pageDatapoints();
  }

  @Override
  public Set<String> origins() {
    return stream.origins();
  }

  @Override
  public void close() {
    stream.close();
  }
}
