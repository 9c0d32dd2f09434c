/// The planning of a compactor's work: a pure function of the contents of S3 and the time.
///
/// | class | subject |
/// | --- | --- |
/// | [Inventory], [Directory] | the contents of S3 for a namespace |
/// | [goku.tier.Feeders] | the shards of GokuS that have series of a shard of GokuL |
/// | [TierState] | the sources of a bucket, and whether sources and bucket are up to date |
/// | `Deletes` | the buckets that were already built without deleted data |
/// | [Plan], [Job] | the jobs that are due |
/// | [LostMarkers], [UnreadableMarker] | the buckets whose marker is missing or cannot be used |
/// | [Cleanup], [Removal] | the objects that can be removed |
///
/// ## Due buckets
///
/// A window of a shard of GokuS is *settled* when its newest generation is shuffled, or when it has
/// no generation and a later window of the shard existed before: shards upload windows to S3 in
/// ascending order. A bucket is built when all windows of its sources are settled and one of them
/// exists. It is built again, as the next generation, when the newest generation of a source is not
/// among the inputs in its manifest.
///
/// ## Late inputs
///
/// When an input comes late, the other inputs of its bucket may be gone. Their data are taken from
/// the bucket's previous generation, in [Job.Slice]s of time, so that no replaced data come back.
/// If the bucket itself is gone because the next tier has its data, the late part passes through to
/// the lowest bucket that still exists, and on upwards from there.
///
/// ## Deletes
///
/// Every build of a bucket applies all deletes that touch its window to all inputs. Their keys are
/// among the inputs, as the same inputs must give the same bytes. A bucket that lacks a delete is
/// built again some time after the delete, tier by tier upwards: from its sources or, where they
/// are gone, from its own previous generation.
///
/// A delete is removed when it is no longer needed, see `Deletes.isDone`. It may then be requested
/// again, under the same key or another one, and changes nothing.
@NullMarked
package goku.compactor.plan;

import org.jspecify.annotations.NullMarked;
