package goku.root.routing.choice;

import goku.model.ShardId;
import goku.query.partial.PartialStream;
import java.util.List;

/// What a stream says of itself when it is open.
public record Header(
    List<ShardId> missing, long completeFromMillis, long lagMillis, long pageDatapoints) {
  public Header {
    missing = List.copyOf(missing);
  }

  public static Header of(PartialStream stream) {
    return new Header(
        stream.missing(), stream.completeFromMillis(), stream.lagMillis(), stream.pageDatapoints());
  }
}
