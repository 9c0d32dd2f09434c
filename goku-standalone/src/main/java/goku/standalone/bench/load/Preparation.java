package goku.standalone.bench.load;

import static java.nio.charset.StandardCharsets.UTF_8;

import goku.standalone.bench.devops.DevopsReadings;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.file.Path;
import java.util.function.LongConsumer;

/// Makes payloads of readings: as agents send them, all fields of a host together, all hosts at one
/// time before those of the next.
final class Preparation {
  private final DevopsReadings readings;
  private final byte[] begin;
  private final byte[] between;
  private final byte[] beforeValue;
  private final byte[] end;
  private final int datapointsPerPayload;
  private final byte[][] metrics;
  private final byte[][] tags;
  private final ByteArrayOutputStream payload = new ByteArrayOutputStream(1 << 16);
  private int datapoints;

  Preparation(DevopsReadings readings, Format format, int datapointsPerPayload) {
    this.readings = readings;
    begin = bytes(format.begin());
    between = bytes(format.between());
    beforeValue = bytes(format.beforeValue());
    end = bytes(format.end());
    this.datapointsPerPayload = datapointsPerPayload;
    metrics =
        readings.fields().stream().map(field -> bytes(format.metric(field))).toArray(byte[][]::new);
    tags = readings.hosts().stream().map(host -> bytes(format.tags(host))).toArray(byte[][]::new);
  }

  /// @param progress told the datapoints of each reading
  void write(Path file, Schedule schedule, LongConsumer progress) throws IOException {
    try (var out = new PayloadFile.Writer(file)) {
      for (int step = 0; step < schedule.steps(); step++) {
        write(out, bytes(Long.toString(schedule.seconds(step))));
        progress.accept((long) metrics.length * tags.length);
        readings.advance();
      }
      flush(out);
    }
  }

  private void write(PayloadFile.Writer out, byte[] time) throws IOException {
    for (int host = 0; host < tags.length; host++) {
      for (int field = 0; field < metrics.length; field++) {
        payload.writeBytes(datapoints == 0 ? begin : between);
        payload.writeBytes(metrics[field]);
        payload.writeBytes(time);
        payload.writeBytes(beforeValue);
        payload.writeBytes(text(readings.value(host, field)));
        payload.writeBytes(tags[host]);
        if (++datapoints == datapointsPerPayload) {
          flush(out);
        }
      }
    }
  }

  private void flush(PayloadFile.Writer out) throws IOException {
    if (datapoints > 0) {
      payload.writeBytes(end);
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
