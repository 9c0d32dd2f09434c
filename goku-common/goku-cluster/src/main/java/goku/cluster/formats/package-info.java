/// The format level of a deployment in ZooKeeper ([goku.model.FormatLevel]). Nodes write the
/// formats of a new level only after every known node can read them.
///
/// | path | content |
/// | --- | --- |
/// | `/goku/formats` | the level in force |
/// | `/goku/formats/nodes/<role>-<node>` | the newest level that a node's build reads, and the build |
///
/// ```
/// {"version": 1, "level": 1, "since": 1700000000000, "raisedBy": "creation"}
/// {"version": 1, "newest": 2, "since": 1700000000000, "build": "0.1.0+6fe88c620d83"}
/// ```
///
/// `since` is in milliseconds since the epoch: when the level came into force, and when the node
/// first started a build with this newest level. `build` is the version of the last build, absent
/// if that build registered none. `raisedBy` is `creation`, `hand` or `time`. Readers reject higher
/// versions and ignore unknown fields.
///
/// A known node is any node that ever joined and was not removed. Nodes of builds without format
/// levels have no entry. They are known from Helix and from `/goku/followers`, and read only the
/// first level.
///
/// Every change of a node's entry also writes `/goku/formats` in the same transaction, with the
/// version that the writer has seen. A level therefore never rises past a node that joins at the
/// same time: one of the two transactions fails and is decided anew.
@NullMarked
package goku.cluster.formats;

import org.jspecify.annotations.NullMarked;
