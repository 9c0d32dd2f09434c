package goku.objectstore;

import java.time.Instant;

/// An entry of a listing.
public record StoredObject(String key, long bytes, Instant modified) {}
