package goku.model;

import java.time.Instant;

/// Metrics whose names begin with `prefix` belong to the namespace from `since` on (section 5.1).
public record MetricPrefix(String prefix, Instant since) {}
