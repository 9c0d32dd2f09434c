/// What a compactor has to do: a pure function of what S3 has and what time it is.
///
/// | class | subject |
/// | --- | --- |
/// | [Inventory], [Directory] | what S3 has of a namespace |
/// | [Feeders] | which shards of GokuS have series of which shards of GokuL |
/// | [TierState] | what a bucket is made of, whether that is complete, whether a bucket is up to date |
/// | `Deletes` | which buckets have been made without what was deleted |
/// | [Plan], [Job] | the jobs that are due |
/// | [Cleanup], [Removal] | the objects that can go |
///
/// ## When a bucket is due
///
/// A window of a shard of GokuS is *settled* when its newest generation is shuffled, or when it has
/// none and a later window of the shard was there before: shards bring windows to S3 in ascending
/// order. A bucket is made when all windows that it is made of are settled and one of them is
/// there. It is made again, as the next generation, when the newest generation of something that it
/// is made of is not among the inputs in its manifest.
///
/// ## What comes late
///
/// Its neighbours may have gone by then. What is gone is taken from the bucket's previous
/// generation, in [Job.Slice]s of time, so that nothing of what was replaced comes back. If the
/// bucket itself has gone, because the next tier has it, the late part passes through to the lowest
/// bucket that still is there, and from there on up.
///
/// ## What was deleted
///
/// Whatever a bucket is made of, all deletes are applied to all of it that touch its window, and
/// their keys are among its inputs: the same inputs give the same bytes. A bucket that lacks a
/// delete is made again some time after the delete, from tier to tier upwards: of what it was made
/// of or, where that has gone, of its own previous generation.
///
/// A delete goes when nothing needs it any more, see `Deletes.isDone`. It may be asked for again
/// then, under the same key or another one, and changes nothing.
@NullMarked
package goku.compactor.plan;

import org.jspecify.annotations.NullMarked;
