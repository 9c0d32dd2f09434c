package goku.root.blocking;

import goku.http.Routes;
import java.time.InstantSource;

/// The route of the blocklist. It bypasses admission, because blocking relieves a busy server.
public final class BlockRoutes {
  private BlockRoutes() {}

  public static void addTo(Routes routes, BlockStore store, InstantSource clock) {
    routes.addAlways("/api/goku/blocks", new BlocksHandler(store, clock));
  }
}
