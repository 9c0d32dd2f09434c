package goku.model;

import java.time.Duration;

/// A coarser version of a namespace's data (section 5.2 of the paper).
public record Rollup(Duration interval, Duration ttl) {}
