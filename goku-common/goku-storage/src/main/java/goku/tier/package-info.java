/// The common knowledge of compactor and GokuL: the buckets of a namespace on their way from GokuS
/// to the last tier, their keys in S3, and their markers (section 4.6.3 of the Goku paper).
///
/// Keys in the S3 bucket of a namespace, with shard numbers in 5 digits and times in seconds:
///
/// | key | content | written by |
/// | --- | --- | --- |
/// | `short/<shard>/bucket-<start>-<generation>.goku` | a finalized bucket of a shard of GokuS | GokuS |
/// | `short/<shard>/<name>.goku.damaged` | empty: a node found the object `<name>.goku` corrupt; a replica with a good file replaces it and removes the note | GokuS, shuffler |
/// | `shuffled/<shard>/<start>-<generation>/<shard of GokuL>.goku` | that bucket's series of one shard of GokuL, as a bucket file | shuffler |
/// | `shuffled/<shard>/<start>-<generation>/complete.json` | [ShuffleMarker]: the files above are all there | shuffler, last |
/// | `long/<shard of GokuL>/tier-<n>/<start>-<generation>/<name>.sst` | a bucket of a tier | compactor |
/// | `long/<shard of GokuL>/tier-<n>/<start>-<generation>/complete.json` | [Manifest]: the files above are all there | compactor, last |
/// | `long/<shard of GokuL>/deletes/<millis>-<hash>.goku` | [Tombstone]: a delete as in `goku.format.delete`; its time in milliseconds, XXH3 of the content in 16 hexadecimal digits | GokuL |
/// | `retention.json` | [Retention]: the times for which data are kept, and a change that waits | compactor |
///
/// Files without their marker are ignored. A window whose inputs change later, by late datapoints
/// or a delete, is made again with the next generation.
///
/// A delete of data on disk hides that data until all affected buckets have been made without the
/// data. Their manifests then list the key of the delete as an input.
@NullMarked
package goku.tier;

import org.jspecify.annotations.NullMarked;
