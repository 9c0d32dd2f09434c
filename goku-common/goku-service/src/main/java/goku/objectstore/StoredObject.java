package goku.objectstore;

import java.time.Instant;

/// What a listing says of an object.
public record StoredObject(String key, long bytes, Instant modified) {}
