package goku.cluster.controller;

import goku.cluster.ClusterConfig;
import goku.cluster.helix.PlacementConfig;
import goku.cluster.map.SpectatorConfig;
import goku.config.Key;

/// The configuration of a controller.
public record ControllerConfig(
    @Key(value = "cluster", doc = "ZooKeeper and the identity of this controller")
        ClusterConfig cluster,
    @Key(value = "placement", doc = "placement of shards") PlacementConfig placement,
    @Key(value = "health", doc = "health polls of nodes") SpectatorConfig health) {}
