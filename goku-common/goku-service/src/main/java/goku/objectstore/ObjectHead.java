package goku.objectstore;

import java.util.Map;

/// What is known of an object without reading it.
///
/// @param metadata what its writer put beside it; empty where the service keeps none
public record ObjectHead(long bytes, Map<String, String> metadata) {
  public ObjectHead {
    metadata = Map.copyOf(metadata);
  }
}
