package goku.root.routing;

import goku.model.ShardId;
import goku.query.partial.GroupPartial;
import goku.query.partial.PartialStream;
import goku.root.routing.choice.StreamHeader;
import goku.root.routing.choice.ReadRequirements;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// A stream whose lag does not matter.
record CaughtUp(PartialStream stream) implements PartialStream {
  /// The stream as it is when its lag matters, or it has none.
  static PartialStream unlessBehind(PartialStream stream, ReadRequirements requirements) {
    boolean some = stream.lagMillis() > 0;
    return some && requirements.lagOf(StreamHeader.of(stream)) == 0 ? new CaughtUp(stream) : stream;
  }

  @Override
  public @Nullable GroupPartial next() throws InterruptedException {
    return stream.next();
  }

  @Override
  public long completeFromMillis() {
    return stream.completeFromMillis();
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
