package goku.standalone.bench.load;

import static java.nio.charset.StandardCharsets.UTF_8;

import goku.standalone.bench.devops.DevopsReadings;
import goku.standalone.bench.devops.Field;
import goku.standalone.bench.devops.Host;
import java.io.ByteArrayOutputStream;
import java.util.List;
import java.util.stream.Collectors;

/// The line protocol of InfluxDB, times in seconds: the fields of a measurement that follow each
/// other share a line.
final class InfluxLines implements Encoding {
  private final List<Field> fields;
  private final byte[][] names;
  private final byte[][] tags;

  InfluxLines(DevopsReadings readings) {
    fields = readings.fields();
    names = fields.stream().map(field -> bytes(field.name() + "=")).toArray(byte[][]::new);
    tags = readings.hosts().stream().map(host -> bytes(tags(host))).toArray(byte[][]::new);
  }

  @Override
  public void add(int host, int field, byte[] time, byte[] value, ByteArrayOutputStream payload) {
    if (field == 0 || endsRow(field - 1)) {
      payload.writeBytes(bytes(fields.get(field).measurement()));
      payload.writeBytes(tags[host]);
      payload.write(' ');
    } else {
      payload.write(',');
    }
    payload.writeBytes(names[field]);
    payload.writeBytes(value);
    if (fields.get(field).whole()) {
      payload.write('i');
    }
    if (endsRow(field)) {
      payload.write(' ');
      payload.writeBytes(time);
      payload.write('\n');
    }
  }

  @Override
  public boolean endsRow(int field) {
    return field == fields.size() - 1
        || !fields.get(field + 1).measurement().equals(fields.get(field).measurement());
  }

  @Override
  public void end(ByteArrayOutputStream payload) {
    // a line has its end
  }

  private static String tags(Host host) {
    return host.tags().entrySet().stream()
        .map(tag -> "," + tag.getKey() + "=" + tag.getValue())
        .collect(Collectors.joining());
  }

  private static byte[] bytes(String text) {
    return text.getBytes(UTF_8);
  }
}
