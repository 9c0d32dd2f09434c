package goku.standalone.bench.load;

import static java.nio.charset.StandardCharsets.UTF_8;

import goku.standalone.bench.devops.DevopsReadings;
import goku.standalone.bench.devops.Field;
import goku.standalone.bench.devops.Host;
import java.io.ByteArrayOutputStream;
import java.util.function.Function;

/// An encoding that writes each field of a host with its time and its tags.
final class OneByOne implements Encoding {
  private final byte[][] metrics;
  private final byte[][] tags;
  private final byte[] begin;
  private final byte[] between;
  private final byte[] beforeValue;
  private final byte[] end;

  /// @param begin, between, end texts around and between the fields of a payload
  /// @param metric the text before the time
  /// @param tags the text after the value
  OneByOne(
      DevopsReadings readings,
      String begin,
      String between,
      String end,
      Function<Field, String> metric,
      String beforeValue,
      Function<Host, String> tags) {
    metrics = readings.fields().stream().map(metric).map(OneByOne::bytes).toArray(byte[][]::new);
    this.tags = readings.hosts().stream().map(tags).map(OneByOne::bytes).toArray(byte[][]::new);
    this.begin = bytes(begin);
    this.between = bytes(between);
    this.beforeValue = bytes(beforeValue);
    this.end = bytes(end);
  }

  @Override
  public void add(int host, int field, byte[] time, byte[] value, ByteArrayOutputStream payload) {
    payload.writeBytes(payload.size() == 0 ? begin : between);
    payload.writeBytes(metrics[field]);
    payload.writeBytes(time);
    payload.writeBytes(beforeValue);
    payload.writeBytes(value);
    payload.writeBytes(tags[host]);
  }

  @Override
  public boolean endsRow(int field) {
    return true;
  }

  @Override
  public void end(ByteArrayOutputStream payload) {
    payload.writeBytes(end);
  }

  private static byte[] bytes(String text) {
    return text.getBytes(UTF_8);
  }
}
