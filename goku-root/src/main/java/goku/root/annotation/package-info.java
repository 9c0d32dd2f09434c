/// Annotations: notes on a moment or a period, of one series or of all ("global"). They are few and
/// small compared to the datapoints, so every root keeps all of them in memory. The source of truth
/// is `goku-annotations`, a compacted Kafka topic with one partition:
///
/// | part of a record | form |
/// |---|---|
/// | key | `<tsuid>/<startTime>` in UTF-8, startTime in seconds, or in milliseconds followed by `ms` if it is not a whole second; a global one has no TSUID |
/// | value | JSON with version, tsuid, startTime, endTime, description, notes, custom |
/// | no value | the annotation is deleted |
///
/// | version of a value | unit of startTime and endTime |
/// |---|---|
/// | 1 | seconds; written if both are whole seconds |
/// | 2 | milliseconds |
///
/// A write goes to the topic and is answered once this root has read it back. Other roots see it a
/// moment later. Roots that change the same annotation concurrently do not see each other's change:
/// the last write in Kafka wins.
@NullMarked
package goku.root.annotation;

import org.jspecify.annotations.NullMarked;
