/// The shared knowledge of a deployment's nodes, kept in ZooKeeper (section 4.3 of the paper):
///
/// | path | content | writer | lifetime |
/// | --- | --- | --- | --- |
/// | `/goku/namespaces` | the namespaces file, its YAML text in UTF-8 | controller | permanent |
/// | `/goku/blocked` | the blocked metrics, see [goku.cluster.block] | roots | permanent |
/// | `/goku/namespaces-history` | beginnings of the published versions | controller | permanent |
/// | `/goku/followers` | the namespaces version of a process | each process | session |
/// | `/goku/formats` | the format level, see [goku.cluster.formats] | all processes | permanent |
/// | `/goku/nodes` | the living nodes, see [goku.cluster.map] | leading controller | permanent |
/// | `/goku/shard-map/<store>/<namespace>` | replicas, see [goku.cluster.map] | leading controller | permanent |
/// | `/goku/controllers` | latch that elects the leading controller | each controller | session |
/// | `/goku/ready/<cluster>` | mark that the Helix cluster is set up | leading controller | permanent |
/// | `/goku-short`, `/goku-long`, `/goku-compactor` | Helix clusters | Helix | |
///
/// Below `/goku-…/LIVEINSTANCES` each node has an entry with its zone and its address while its
/// session lives. Only this package and those below it know Curator, and only [goku.cluster.helix]
/// knows Helix.
@NullMarked
package goku.cluster;

import org.jspecify.annotations.NullMarked;
