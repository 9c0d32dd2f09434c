package goku.standalone.bench.load;

import goku.standalone.bench.devops.DevopsReadings;
import goku.standalone.bench.devops.Host;
import java.util.stream.Collectors;

/// How datapoints are written.
public enum Format {
  /// Lines as telnet and the metrics topic take them.
  PUT_LINES {
    @Override
    Encoding encoding(DevopsReadings readings) {
      return new OneByOne(
          readings,
          "",
          "\n",
          "",
          field -> "put " + field.metric() + " ",
          " ",
          host -> tags(host, " %s=%s", ""));
    }
  },

  /// The body of `/api/put`.
  JSON {
    @Override
    Encoding encoding(DevopsReadings readings) {
      return new OneByOne(
          readings,
          "[",
          ",",
          "]",
          field -> "{\"metric\":\"" + field.metric() + "\",\"timestamp\":",
          ",\"value\":",
          host -> ",\"tags\":{" + tags(host, "\"%s\":\"%s\"", ",") + "}}");
    }
  },

  /// The line protocol of InfluxDB.
  INFLUX_LINES {
    @Override
    Encoding encoding(DevopsReadings readings) {
      return new InfluxLines(readings);
    }
  };

  abstract Encoding encoding(DevopsReadings readings);

  /// @param tag how one is written, of its key and its value
  static String tags(Host host, String tag, String between) {
    return host.tags().entrySet().stream()
        .map(entry -> tag.formatted(entry.getKey(), entry.getValue()))
        .collect(Collectors.joining(between));
  }
}
