/// Annotations: notes on a moment, of one series or of all ("global"). Few and small beside the
/// datapoints, they are kept whole in the memory of every root and on one compacted Kafka topic
/// with a single partition, `goku-annotations`, which is the truth:
///
/// | part of a record | form, version 1 |
/// |---|---|
/// | key | `<tsuid>/<startTime>` in UTF-8, startTime in seconds; a global one has no TSUID |
/// | value | JSON with version (1), tsuid, startTime, endTime, description, notes, custom |
/// | no value | the annotation is deleted |
///
/// A write goes to the topic and is answered when this root has read it back from there; other
/// roots see it a moment later. Roots that change the same annotation at the same moment do not see
/// each other: the change that Kafka has last stays.
@NullMarked
package goku.root.annotation;

import org.jspecify.annotations.NullMarked;
