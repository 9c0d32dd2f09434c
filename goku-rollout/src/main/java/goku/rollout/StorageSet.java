package goku.rollout;

import goku.model.Store;

/// A StatefulSet of GokuS or GokuL with the strategy `OnDelete`.
///
/// @param zone the zone of its pods; the name of the set if it states none
/// @param replicas the wanted number of pods
/// @param isObserved whether Kubernetes has seen the newest template; `revision` is outdated before
/// @param revision the revision of the newest template
record StorageSet(
    String name, Store store, String zone, int replicas, boolean isObserved, String revision) {}
