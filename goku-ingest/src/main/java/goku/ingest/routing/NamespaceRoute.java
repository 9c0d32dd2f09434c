package goku.ingest.routing;

import goku.model.Namespace;

/// The route of datapoints to one namespace.
///
/// @param firstSlot the number of its first shard, if the shards of all namespaces are numbered
///   from 0
record NamespaceRoute(
    int firstSlot, Namespace namespace, long backfillMillis, NamespaceTopic topic) {}
