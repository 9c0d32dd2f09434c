package goku.rollout;

/// A pod of GokuS or GokuL. Its name is also that of its node in the cluster.
///
/// @param uid the identity that no other pod of the name has
/// @param set the name of its StatefulSet
/// @param revision the revision of the template that it was made from
/// @param isReady whether its readiness probe succeeds
/// @param isStopping whether it was deleted and has not ended yet
record StoragePod(
    String name, String uid, String set, String revision, boolean isReady, boolean isStopping) {}
