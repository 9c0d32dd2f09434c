package goku.cluster.status;

import goku.cluster.map.ClusterNode;
import java.time.Instant;
import java.util.Optional;

/// A process that joined the deployment and was not removed.
///
/// @param service the kind of process: `short`, `ingest`
/// @param name the name, unique among the processes of its service
/// @param node the zone and address; empty for services without shards, and for absent processes
/// @param version the version of its last build; empty if that build registered none
/// @param absentSince the time at which a controller noticed its absence; empty if none did, and
///   for processes that run
record Member(
    String service,
    String name,
    Optional<ClusterNode> node,
    String version,
    State state,
    Optional<Instant> absentSince) {
  enum State {
    UP,
    /// A process with a session that does not answer health polls.
    SILENT,
    ABSENT
  }
}
