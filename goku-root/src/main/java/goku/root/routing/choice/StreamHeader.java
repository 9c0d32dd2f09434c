package goku.root.routing.choice;

import goku.model.Holes;
import goku.model.ShardId;
import goku.query.partial.PartialStream;
import java.util.List;

/// The properties of a stream that are known once it is open.
public record StreamHeader(
    List<ShardId> missing, Holes holes, long lagMillis, long pageDatapoints) {
  public StreamHeader {
    missing = List.copyOf(missing);
  }

  public static StreamHeader of(PartialStream stream) {
    return new StreamHeader(
        stream.missing(), stream.holes(), stream.lagMillis(), stream.pageDatapoints());
  }
}
