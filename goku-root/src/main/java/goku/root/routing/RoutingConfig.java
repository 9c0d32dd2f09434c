package goku.root.routing;

import goku.config.Key;
import java.time.Duration;

/// How the root chooses among replicas.
public record RoutingConfig(
    @Key(
            value = "max-lag",
            doc =
                "a replica whose log is further behind is called only when none is closer, and its"
                    + " answer is marked",
            byDefault = "5s",
            min = 1)
        Duration maxLag,
    @Key(
            value = "hedge-percentile",
            doc =
                "a second replica is called when the first has been silent for longer than this"
                    + " percentage of recent answers took",
            byDefault = "95",
            min = 50,
            max = 99)
        int hedgePercentile,
    @Key(
            value = "hedge-min-delay",
            doc = "least time after which a second replica is called",
            byDefault = "20ms",
            min = 1)
        Duration hedgeMinDelay,
    @Key(
            value = "hedge-max-delay",
            doc =
                "time after which a second replica is called at the latest, and for which a better"
                    + " answer is awaited",
            byDefault = "1s",
            min = 1)
        Duration hedgeMaxDelay) {
  public static final RoutingConfig DEFAULT =
      new RoutingConfig(Duration.ofSeconds(5), 95, Duration.ofMillis(20), Duration.ofSeconds(1));
}
