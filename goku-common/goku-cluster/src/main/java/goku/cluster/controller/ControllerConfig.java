package goku.cluster.controller;

import goku.cluster.ClusterConfig;
import goku.cluster.helix.PlacementConfig;
import goku.cluster.map.SpectatorConfig;
import goku.config.Key;

/// How a controller works.
public record ControllerConfig(
    @Key(value = "cluster", doc = "ZooKeeper, and who this is") ClusterConfig cluster,
    @Key(value = "placement", doc = "where shards go") PlacementConfig placement,
    @Key(value = "health", doc = "how nodes are asked") SpectatorConfig health) {}
