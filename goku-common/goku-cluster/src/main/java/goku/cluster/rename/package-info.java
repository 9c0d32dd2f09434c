/// The renamed metrics of a deployment in ZooKeeper ([goku.model.MetricRenames]).
///
/// | path | content |
/// | --- | --- |
/// | `/goku/renames` | the renamed metrics |
/// | `/goku/rename-followers/<process>-<number>` | the edition that a living process applies |
///
/// ```
/// {"version": 1, "edition": 2, "renames": [{"name": "b", "stored": "a"},
///   {"name": "c", "stored": "c", "pending": true}]}
/// ```
///
/// Readers reject higher versions and ignore unknown fields. A name is pending while it is about to
/// be given to another metric: ingestors then reject its datapoints. Only after all of them do so,
/// and no series has the name, the metric gets it. Otherwise an ingestor that learns of the rename
/// late would store datapoints where no query finds them.
@NullMarked
package goku.cluster.rename;

import org.jspecify.annotations.NullMarked;
