package goku.time;

/// The trust in a clock at a moment.
///
/// @param trusted whether nothing speaks against the clock
/// @param deviationMillis how far the wall clock is ahead of the time it should show; negative if
///   it is behind; 0 if that time is not known
/// @param doubt the reason of the distrust; empty if trusted
public record ClockStatus(boolean trusted, long deviationMillis, String doubt) {}
