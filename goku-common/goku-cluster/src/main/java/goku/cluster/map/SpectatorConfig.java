package goku.cluster.map;

import goku.config.Key;
import java.time.Duration;

/// The configuration of health polls.
public record SpectatorConfig(
    @Key(
            value = "interval",
            doc = "interval between health polls of a node",
            byDefault = "500ms",
            min = 10)
        Duration interval,
    @Key(
            value = "limit",
            doc = "time limit of a health poll; a slower node counts as unavailable",
            byDefault = "1s",
            min = 10)
        Duration limit) {}
