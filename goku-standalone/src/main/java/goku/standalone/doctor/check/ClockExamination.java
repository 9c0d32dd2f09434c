package goku.standalone.doctor.check;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;

/// A check of this machine's clock against another one. Clients set the timestamps of datapoints,
/// and nodes evict data by their own clock.
///
/// @param whose the owner of the other clock, for messages
/// @param precision the precision of the other clock's answer
public record ClockExamination(String whose, Reading theirs, Duration precision, InstantSource ours)
    implements Examination {
  private static final Duration FINE = Duration.ofSeconds(2);
  private static final Duration BAD = Duration.ofMinutes(1);

  /// The time of the other clock.
  public interface Reading {
    Instant now() throws Exception;
  }

  @Override
  public String subject() {
    return "clock";
  }

  @Override
  public List<Finding> examine() throws Exception {
    Instant before = ours.instant();
    Instant there = theirs.now();
    Instant after = ours.instant();
    // the other clock was read at some time in between
    Duration slow = Duration.between(after, there);
    Duration fast = Duration.between(there.plus(precision), before);
    Duration off = slow.compareTo(fast) > 0 ? slow : fast;
    if (off.compareTo(FINE) <= 0) {
      return List.of(Finding.ok(subject(), "agrees with that of " + whose));
    }
    String found =
        "is %d s %s that of %s"
            .formatted(off.toSeconds(), off.equals(slow) ? "behind" : "ahead of", whose);
    String remedy = "let NTP set the clocks of both: timedatectl, or chronyc tracking";
    return List.of(
        off.compareTo(BAD) < 0
            ? Finding.warn(subject(), found, remedy)
            : Finding.fail(subject(), found, remedy));
  }
}
