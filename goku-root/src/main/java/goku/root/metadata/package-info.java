/// Metadata: descriptions of metrics, tag keys, tag values and series that clients wrote. They are
/// few and small compared to the datapoints, so every root keeps all of them in memory. The source
/// of truth is `goku-metadata`, a compacted Kafka topic with one partition:
///
/// | part of a record | form, version 1 |
/// |---|---|
/// | key | `<subject>/<identifier>` in UTF-8; the subject is metric, tagk, tagv or tsuid, the identifier is the UID or the TSUID in upper case |
/// | value | JSON with version (1), name, fields, custom |
/// | no value | the metadata are deleted |
///
/// `name` is the name of the UID, and empty for a series: a UID is the hash of its name, and cannot
/// be reversed. `fields` has a text for each field that is not its default, also for numbers.
/// `custom` is missing if the client never wrote any.
@NullMarked
package goku.root.metadata;

import org.jspecify.annotations.NullMarked;
