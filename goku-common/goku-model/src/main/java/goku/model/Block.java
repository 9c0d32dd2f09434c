package goku.model;

/// A rule that is in force, and what people want to know of it.
///
/// @param reason why, for people; may be empty
/// @param sinceMillis when it was made, in milliseconds since the epoch
public record Block(BlockRule rule, String reason, long sinceMillis) {}
