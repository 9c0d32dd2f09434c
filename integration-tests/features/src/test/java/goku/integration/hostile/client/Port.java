package goku.integration.hostile.client;

/// A port of a standalone process.
public enum Port {
  PUBLIC,
  ADMIN,
  KAFKA
}
