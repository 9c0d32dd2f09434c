/// What compactor and GokuL know in common: which buckets a namespace has on its way from GokuS to
/// the last tier, where they lie in S3, and what the markers beside them say (section 4.6.3 of the
/// Goku paper).
///
/// In the S3 bucket of a namespace, numbers of shards having 5 digits and times in seconds:
///
/// | key | content | written by |
/// | --- | --- | --- |
/// | `short/<shard>/bucket-<start>-<generation>.goku` | a finalized bucket of a shard of GokuS | GokuS |
/// | `shuffled/<shard>/<start>-<generation>/<shard of GokuL>.goku` | that bucket's series of one shard of GokuL, as a bucket file | shuffler |
/// | `shuffled/<shard>/<start>-<generation>/complete.json` | [ShuffleMarker]: the files above are all there | shuffler, last |
/// | `long/<shard of GokuL>/tier-<n>/<start>-<generation>/<name>.sst` | a bucket of a tier | compactor |
/// | `long/<shard of GokuL>/tier-<n>/<start>-<generation>/complete.json` | [Manifest]: the files above are all there | compactor, last |
/// | `long/<shard of GokuL>/deletes/<millis>-<hash>.goku` | [Tombstone]: a delete as in `goku.format.delete`; when it was made in milliseconds, XXH3 of the content in 16 hexadecimal digits | GokuL |
///
/// Nobody looks at files without their marker. A window that is made again, because late datapoints
/// or a delete changed what it is made of, has the next generation.
///
/// A delete of what lies on disk hides what it is about until all buckets that it touches have been
/// made without it; their manifests then have its key among their inputs.
@NullMarked
package goku.tier;

import org.jspecify.annotations.NullMarked;
