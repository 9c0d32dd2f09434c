package goku.root.routing;

import goku.config.Key;
import java.time.Duration;

/// The settings for the choice among replicas.
public record RoutingConfig(
    @Key(
            value = "max-lag",
            doc =
                "largest lag of a replica; one with more lag is called only if no other has less,"
                    + " and its answer is marked",
            byDefault = "5s",
            min = 1)
        Duration maxLag,
    @Key(
            value = "hedge-percentile",
            doc =
                "percentile of recent latencies; after a silence of this length, a second replica"
                    + " is called",
            byDefault = "95",
            min = 50,
            max = 99)
        int hedgePercentile,
    @Key(
            value = "hedge-min-delay",
            doc = "shortest time before a second replica is called",
            byDefault = "20ms",
            min = 1)
        Duration hedgeMinDelay,
    @Key(
            value = "hedge-max-delay",
            doc =
                "longest time before a second replica is called, and longest wait for a better"
                    + " answer",
            byDefault = "1s",
            min = 1)
        Duration hedgeMaxDelay) {
  public static final RoutingConfig DEFAULT =
      new RoutingConfig(Duration.ofSeconds(5), 95, Duration.ofMillis(20), Duration.ofSeconds(1));
}
