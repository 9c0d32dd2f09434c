package goku.standalone.bench.load;

import goku.standalone.bench.devops.DevopsReadings;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.function.LongConsumer;

/// Readings of hosts as a file that can be sent. Closing removes it.
///
/// @param datapoints in it
/// @param bytes that it has
public record DevopsLoad(Path file, long datapoints, long bytes) implements AutoCloseable {
  /// Makes them, in the directory for temporary files.
  ///
  /// @param progress told of datapoints that are made
  public static DevopsLoad prepare(
      DevopsReadings readings, Schedule schedule, Target target, LongConsumer progress)
      throws IOException {
    Path file = Files.createTempFile("goku-bench", ".payloads");
    try {
      new Preparation(readings, target.format(), target.payload()).write(file, schedule, progress);
    } catch (IOException e) {
      Files.delete(file);
      throw e;
    }
    long datapoints = (long) readings.hosts().size() * readings.fields().size() * schedule.steps();
    return new DevopsLoad(file, datapoints, Files.size(file));
  }

  @Override
  public void close() throws IOException {
    Files.delete(file);
  }
}
