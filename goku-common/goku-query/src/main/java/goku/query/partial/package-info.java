/// Partial results that nodes send for a query, and their merge. The merge is exact for every
/// split, so the answer does not depend on how series are spread over shards and nodes (sections
/// 4.6.4 and 4.7.1 of the Goku paper).
///
/// A node sends groups in ascending order of their keys. If the aggregator allows it, a group is a
/// state for each timestamp (`Accumulated`). The bytes on the wire are then proportional to the
/// datapoints of the answer. Otherwise a group consists of its series (`Members`).
///
/// OpenTSDB interpolates a series at timestamps where only other series of its group have
/// datapoints. On a grid of downsampling steps, all timestamps are known in advance. Each shard
/// therefore adds a value of its series at every slot of the grid, and marks slots with real
/// datapoints. Only marked slots appear in the answer. Without a grid, series are added as long as
/// none needs interpolation (`RunAccumulator`). If one does, the node sends the group's series
/// instead. If only the root notices the need, it repeats the query for series.
@NullMarked
package goku.query.partial;

import org.jspecify.annotations.NullMarked;
