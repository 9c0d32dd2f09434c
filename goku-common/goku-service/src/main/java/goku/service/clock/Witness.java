package goku.service.clock;

import java.time.Instant;
import java.util.Optional;

/// An independent clock: one that is not of this machine.
///
/// @param name the owner of the clock, for messages
/// @param clock asks for the time
public record Witness(String name, Clock clock) {
  /// A question for the time.
  @FunctionalInterface
  public interface Clock {
    /// Returns the time as of some moment during the call; empty if the clock is not available.
    /// Waits for a few seconds at most.
    Optional<Instant> ask() throws Exception;
  }
}
