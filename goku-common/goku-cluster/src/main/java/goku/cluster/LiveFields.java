package goku.cluster;

/// The fields that Goku's nodes add to their entries among Helix's live instances.
public final class LiveFields {
  public static final String ZONE = "GOKU_ZONE";

  /// The `host:port` of the node RPC.
  public static final String ADDRESS = "GOKU_ADDRESS";

  private LiveFields() {}
}
