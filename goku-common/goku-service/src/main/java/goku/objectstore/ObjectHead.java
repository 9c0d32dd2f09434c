package goku.objectstore;

import java.util.Map;

/// The length and metadata of an object.
///
/// @param metadata the metadata set by the writer; empty if the service keeps none
public record ObjectHead(long bytes, Map<String, String> metadata) {
  public ObjectHead {
    metadata = Map.copyOf(metadata);
  }
}
