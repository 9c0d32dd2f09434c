package goku.cluster.map;

import goku.model.Store;

/// What one entry of the shard map is about.
record MapKey(Store store, String namespace) {}
