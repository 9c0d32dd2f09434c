package goku.model;

/// A rule in force, with its reason and age.
///
/// @param reason explanation for people; may be empty
/// @param sinceMillis time of creation, in milliseconds since the epoch
public record Block(BlockRule rule, String reason, long sinceMillis) {}
