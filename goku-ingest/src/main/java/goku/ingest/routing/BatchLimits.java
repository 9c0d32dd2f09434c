package goku.ingest.routing;

/// The size at which a batch is full.
public record BatchLimits(int maxDatapoints, int maxBytes) {}
