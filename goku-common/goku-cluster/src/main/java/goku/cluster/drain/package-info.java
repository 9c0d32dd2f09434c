/// The drained nodes and zones of a deployment in ZooKeeper. `goku cluster drain` and `undrain`
/// write them to `/goku/drained`, and every reader of the shard map follows them. JSON, version 1:
///
/// ```
/// {"version": 1, "drained": {"short-a-0": 1764482400000, "zone-b": 1764482400000}}
/// ```
///
/// The numbers are the starts of the drains, milliseconds since the epoch. Readers reject higher
/// versions and ignore unknown fields.
@NullMarked
package goku.cluster.drain;

import org.jspecify.annotations.NullMarked;
