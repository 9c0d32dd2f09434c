package goku.cluster;

import goku.testkit.fuzz.FuzzTarget;
import java.io.IOException;

/// A reader of an entry of ZooKeeper, which rejects invalid ones by an `IOException`.
public interface EntryTarget extends FuzzTarget {
  @Override
  default int inputs() {
    return 20_000;
  }

  @Override
  default boolean isRefusal(Exception thrown) {
    return thrown instanceof IOException;
  }
}
