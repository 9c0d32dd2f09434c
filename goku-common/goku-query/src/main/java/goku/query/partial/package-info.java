/// What a node sends for a query, and how parts of one group become one part: exact whatever the
/// split, so that an answer does not depend on how its series are spread over shards and nodes
/// (sections 4.6.4 and 4.7.1 of the Goku paper).
///
/// A node sends groups, in ascending order of their keys. Where the aggregator allows it, a group
/// is a state for each timestamp (`Accumulated`): what crosses the wire is proportional to the
/// datapoints of the answer. Otherwise it is the group's series (`Members`).
///
/// OpenTSDB interpolates a series where it has no datapoint and another of its group has one. On a
/// grid of downsampling steps all timestamps are known beforehand, so each shard adds what its
/// series give at every slot of the grid, and notes where one of them really has a datapoint; only
/// such slots appear in the answer. Without a grid, series are added as long as none of them needs
/// interpolation (`RunAccumulator`); when one does, the group's series are sent instead, and when
/// that turns out at the root only, it asks again for series.
@NullMarked
package goku.query.partial;

import org.jspecify.annotations.NullMarked;
