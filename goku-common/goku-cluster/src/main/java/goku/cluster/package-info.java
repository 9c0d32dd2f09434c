/// What the nodes of a deployment know of each other, kept in ZooKeeper (section 4.3 of the paper):
///
/// | path | what | who writes | life |
/// | --- | --- | --- | --- |
/// | `/goku/namespaces` | the namespace file, its YAML text in UTF-8 | controller | for good |
/// | `/goku/blocked` | the blocked metrics, see [goku.cluster.block] | roots | for good |
/// | `/goku/namespaces-history` | beginnings of the versions published | controller | for good |
/// | `/goku/followers` | the version that a process has | each process | its session |
/// | `/goku/nodes` | the living nodes, see [goku.cluster.map] | leader of the controllers | for good |
/// | `/goku/shard-map/<store>/<namespace>` | replicas, see [goku.cluster.map] | leader | for good |
/// | `/goku/controllers` | latch of the controllers, who leads | each controller | its session |
/// | `/goku/ready/<cluster>` | the Helix cluster is set up | leader of the controllers | for good |
/// | `/goku-short`, `/goku-long`, `/goku-compactor` | Helix clusters | Helix | |
///
/// Below `/goku-…/LIVEINSTANCES` each node has an entry as long as its session lives, with its zone
/// and its address. This package and those below it are the only ones that know Curator, and
/// [goku.cluster.helix] the only one that knows Helix.
@NullMarked
package goku.cluster;

import org.jspecify.annotations.NullMarked;
