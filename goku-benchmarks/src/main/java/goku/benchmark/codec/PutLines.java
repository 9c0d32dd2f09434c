package goku.benchmark.codec;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;

/// A program that prints the series of `PlainData` as put lines, for a comparison of servers' disk
/// use. Arguments: the set's number from 0 on, series, readings, and the first time in seconds
/// since 1970.
public final class PutLines {
  private PutLines() {}

  public static void main(String[] args) throws IOException {
    if (args.length != 4) {
      throw new IllegalArgumentException("PutLines <set> <series> <readings> <first second>");
    }
    int readings = Integer.parseInt(args[2]);
    long first = Long.parseLong(args[3]);
    DataSet set =
        PlainData.generate(Integer.parseInt(args[1]), readings).get(Integer.parseInt(args[0]));
    String metric = PlainData.metric(set);
    OutputStream out = new BufferedOutputStream(System.out);
    for (int reading = 0; reading < readings; reading++) {
      for (int i = 0; i < set.series().size(); i++) {
        DataSet.Series series = set.series().get(i);
        long time = first + (series.timestamps[reading] - series.timestamps[0]) / 1000;
        double value = series.values[reading];
        String text = value == (long) value ? Long.toString((long) value) : "" + value;
        String line = "put %s %d %s series=s%d\n".formatted(metric, time, text, i);
        out.write(line.getBytes(UTF_8));
      }
    }
    out.flush();
  }
}
