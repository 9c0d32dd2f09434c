package goku.model;

import java.time.Duration;

/// Data of a namespace kept at a coarser interval (section 5.2 of the paper).
public record Rollup(Duration interval, Duration ttl) {}
