package goku.root.blocking;

import goku.http.Routes;
import java.time.InstantSource;

/// Adds the path of the list. Answered also when the server is busy: blocking is what helps it.
public final class BlockRoutes {
  private BlockRoutes() {}

  public static void addTo(Routes routes, BlockStore store, InstantSource clock) {
    routes.addAlways("/api/goku/blocks", new BlocksHandler(store, clock));
  }
}
