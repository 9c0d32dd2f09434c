package goku.time;

/// The time that an independent clock showed: one that is not of this machine.
///
/// @param millis the time in epoch millis
/// @param atNanos when it was shown, by this process's elapsed time
public record Testimony(long millis, long atNanos) {}
