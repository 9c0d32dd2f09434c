package goku.standalone.bench.load;

import goku.standalone.bench.devops.DevopsReadings;
import goku.standalone.bench.devops.Host;
import java.util.stream.Collectors;

/// The format of sent datapoints.
public enum Format {
  /// Lines for telnet and the metrics topic.
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

  /// Bodies of `/api/put`.
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

  /// InfluxDB's line protocol.
  INFLUX_LINES {
    @Override
    Encoding encoding(DevopsReadings readings) {
      return new InfluxLines(readings);
    }
  };

  abstract Encoding encoding(DevopsReadings readings);

  /// @param tag the format of one tag, with key and value
  static String tags(Host host, String tag, String between) {
    return host.tags().entrySet().stream()
        .map(entry -> tag.formatted(entry.getKey(), entry.getValue()))
        .collect(Collectors.joining(between));
  }
}
