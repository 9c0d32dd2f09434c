package goku.standalone.bench.load;

import static java.nio.charset.StandardCharsets.UTF_8;

import goku.standalone.bench.devops.DevopsReadings;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.file.Path;
import java.util.function.LongConsumer;

/// A generator of payloads from readings, in the order of agents: all fields of a host together,
/// and all hosts at one time before the next time.
final class Preparation {
  private final DevopsReadings readings;
  private final Encoding encoding;
  private final int datapointsPerPayload;
  private final ByteArrayOutputStream payload = new ByteArrayOutputStream(1 << 16);
  private int datapoints;

  Preparation(DevopsReadings readings, Format format, int datapointsPerPayload) {
    this.readings = readings;
    encoding = format.encoding(readings);
    this.datapointsPerPayload = datapointsPerPayload;
  }

  /// @param progress receives the number of datapoints of each reading
  void write(Path file, Schedule schedule, LongConsumer progress) throws IOException {
    try (var out = new PayloadFile.Writer(file)) {
      for (int step = 0; step < schedule.steps(); step++) {
        write(out, bytes(Long.toString(schedule.seconds(step))));
        progress.accept((long) readings.fields().size() * readings.hosts().size());
        readings.advance();
      }
      flush(out);
    }
  }

  private void write(PayloadFile.Writer out, byte[] time) throws IOException {
    for (int host = 0; host < readings.hosts().size(); host++) {
      for (int field = 0; field < readings.fields().size(); field++) {
        encoding.add(host, field, time, text(readings.value(host, field)), payload);
        datapoints++;
        if (datapoints >= datapointsPerPayload && encoding.endsRow(field)) {
          flush(out);
        }
      }
    }
  }

  private void flush(PayloadFile.Writer out) throws IOException {
    if (datapoints > 0) {
      encoding.end(payload);
      out.write(datapoints, payload);
      payload.reset();
      datapoints = 0;
    }
  }

  private static byte[] text(double value) {
    long whole = (long) value;
    String text = value == whole ? Long.toString(whole) : Double.toString(value);
    return bytes(text);
  }

  private static byte[] bytes(String text) {
    return text.getBytes(UTF_8);
  }
}
