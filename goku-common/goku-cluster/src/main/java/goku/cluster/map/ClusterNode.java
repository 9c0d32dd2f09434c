package goku.cluster.map;

import goku.cluster.Role;

/// A node that joined the cluster.
///
/// @param name unique among the nodes of its service
/// @param address `host:port` of its node RPC
public record ClusterNode(Role service, String name, String zone, String address) {}
