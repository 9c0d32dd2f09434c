package goku.standalone.bench.load;

import static java.nio.charset.StandardCharsets.UTF_8;

import goku.standalone.bench.devops.DevopsReadings;
import goku.standalone.bench.devops.Field;
import java.io.ByteArrayOutputStream;
import java.util.List;
import java.util.stream.Stream;

/// The encoding of InfluxDB's line protocol, with times in seconds. Consecutive fields of a
/// measurement share a line.
final class InfluxLines implements Encoding {
  private final byte[][] measurements;
  private final byte[][] names;
  private final byte[][] units;
  private final byte[][] tags;
  private final boolean[] ends;

  InfluxLines(DevopsReadings readings) {
    List<Field> fields = readings.fields();
    measurements = bytes(fields.stream().map(Field::measurement));
    names = bytes(fields.stream().map(field -> field.name() + "="));
    units = bytes(fields.stream().map(field -> field.whole() ? "i" : ""));
    tags = bytes(readings.hosts().stream().map(host -> Format.tags(host, ",%s=%s", "") + " "));
    ends = new boolean[fields.size()];
    for (int i = 0; i < ends.length; i++) {
      ends[i] =
          i + 1 == ends.length
              || !fields.get(i + 1).measurement().equals(fields.get(i).measurement());
    }
  }

  @Override
  public void add(int host, int field, byte[] time, byte[] value, ByteArrayOutputStream payload) {
    if (field == 0 || ends[field - 1]) {
      payload.writeBytes(measurements[field]);
      payload.writeBytes(tags[host]);
    } else {
      payload.write(',');
    }
    payload.writeBytes(names[field]);
    payload.writeBytes(value);
    payload.writeBytes(units[field]);
    if (ends[field]) {
      payload.write(' ');
      payload.writeBytes(time);
      payload.write('\n');
    }
  }

  @Override
  public boolean endsRow(int field) {
    return ends[field];
  }

  @Override
  public void end(ByteArrayOutputStream payload) {
    // every line has its end
  }

  private static byte[][] bytes(Stream<String> texts) {
    return texts.map(text -> text.getBytes(UTF_8)).toArray(byte[][]::new);
  }
}
