package goku.ingest.routing;

import goku.model.Namespace;

/// A namespace as the ingestor needs it.
///
/// @param firstSlot where its shards begin when those of all namespaces are numbered from 0
record NamespaceRoute(int firstSlot, Namespace namespace, long backfillMillis, NamespaceTopic topic) {}
