package goku.cluster.map;

import goku.config.Key;
import java.time.Duration;

/// How the spectator asks the nodes.
public record SpectatorConfig(
    @Key(
            value = "interval",
            doc = "how often each node is asked for the health of its shards",
            byDefault = "500ms",
            min = 10)
        Duration interval,
    @Key(
            value = "limit",
            doc = "a node that takes longer than this to answer counts as not available",
            byDefault = "1s",
            min = 10)
        Duration limit) {}
