package goku.time;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;

/// The elapsed time of a machine, which no change of the wall clock touches. Immutable.
///
/// @param nanoTime the elapsed time while the machine runs
/// @param asleepNanos the time that the machine was suspended, from any origin. Costs a system
///   call, and may be off by some hundredths of a second
public record ElapsedTime(LongSupplier nanoTime, LongSupplier asleepNanos) {
  /// The time since the boot, with the time of suspensions. Only Linux has it.
  private static final Path UPTIME = Path.of("/proc/uptime");

  /// Returns the elapsed time of this machine.
  public static ElapsedTime ofMachine() {
    return new ElapsedTime(System::nanoTime, ElapsedTime::asleep);
  }

  /// Returns the time since the boot minus the time that `nanoTime` counted; 0 without Linux. The
  /// origin of `nanoTime` is arbitrary, so only differences count.
  private static long asleep() {
    try {
      String uptime = Files.readString(UPTIME, StandardCharsets.US_ASCII);
      double seconds = Double.parseDouble(uptime.substring(0, uptime.indexOf(' ')));
      return (long) (seconds * TimeUnit.SECONDS.toNanos(1)) - System.nanoTime();
    } catch (IOException | RuntimeException unknown) {
      return 0;
    }
  }
}
