/// The way from datapoints to batches: time window, namespace, shard, and the batch of the shard
/// (sections 4.2, 4.6.1 and 5.1 of the paper).
@NullMarked
package goku.ingest.routing;

import org.jspecify.annotations.NullMarked;
