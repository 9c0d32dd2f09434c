package goku.root.fanout;

/// Who asks.
///
/// @param name for people
/// @param takesPartial an answer that is short of shards which nobody serves is better than none
public record Asker(String name, boolean takesPartial) {}
