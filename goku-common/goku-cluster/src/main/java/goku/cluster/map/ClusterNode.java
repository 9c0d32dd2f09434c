package goku.cluster.map;

import goku.cluster.ServiceRole;

/// A node that joined the cluster.
///
/// @param name unique among the nodes of its service
/// @param address `host:port` of its node RPC
public record ClusterNode(ServiceRole service, String name, String zone, String address) {}
