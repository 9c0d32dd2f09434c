package goku.cluster.map;

import goku.model.Store;

/// The key of an entry of the shard map.
record MapKey(Store store, String namespace) {}
