package goku.ingest.routing;

/// When a batch is full.
public record BatchLimits(int maxDatapoints, int maxBytes) {}
