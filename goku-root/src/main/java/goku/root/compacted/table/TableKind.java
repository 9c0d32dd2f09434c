package goku.root.compacted.table;

/// The subject of a table.
///
/// @param topic the name of the Kafka topic
/// @param what the values in errors, log lines and names of metrics: `annotations`
/// @param one a value in errors: `an annotation`
public record TableKind<K extends Comparable<K>, V extends Held<K>>(
    String topic, String what, String one, RecordFormat<K, V> format) {}
