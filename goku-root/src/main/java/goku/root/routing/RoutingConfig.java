package goku.root.routing;

import goku.config.Key;
import java.time.Duration;

/// Stub.
public record RoutingConfig(
    @Key(value = "max-lag", doc = "lag", byDefault = "5s", min = 1) Duration maxLag) {}
