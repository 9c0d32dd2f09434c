package goku.model;

/// The stored name of a metric whose current name differs, or is about to be given to another
/// metric.
///
/// @param name the current name, which clients use
/// @param stored the name in logs, shards and files; equals `name` only while pending
/// @param isPending whether the name is about to be given to another metric, and takes no
///   datapoints until then
public record MetricRename(String name, String stored, boolean isPending) {}
