/// What the nodes of a deployment know of each other, kept in ZooKeeper under `/goku`:
///
/// | path | what | life |
/// | --- | --- | --- |
/// | `/goku/namespaces` | the namespace file, its YAML text in UTF-8 | until the next publish |
/// | `/goku/nodes/<service>/<name>` | [goku.cluster.NodeInfo] as JSON | session of the node |
///
/// The only package that knows Curator.
@NullMarked
package goku.cluster;

import org.jspecify.annotations.NullMarked;
