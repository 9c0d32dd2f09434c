package goku.cluster.map;

import goku.cluster.ServiceRole;

/// A node that joined the cluster.
///
/// @param name the node's name, unique among the nodes of its service
/// @param address `host:port` of the node's RPC
public record ClusterNode(ServiceRole service, String name, String zone, String address) {}
