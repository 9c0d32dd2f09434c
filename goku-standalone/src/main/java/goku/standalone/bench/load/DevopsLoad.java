package goku.standalone.bench.load;

import goku.standalone.bench.devops.DevopsReadings;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.function.LongConsumer;

/// A file with readings of hosts, ready to be sent. Closing deletes it.
///
/// @param datapoints the number of datapoints in the file
/// @param bytes the size of the file
public record DevopsLoad(Path file, long datapoints, long bytes) implements AutoCloseable {
  /// Creates the file in the directory for temporary files.
  ///
  /// @param progress receives the number of new datapoints
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
