package goku.standalone.bench.load;

import goku.standalone.bench.devops.Field;
import goku.standalone.bench.devops.Host;
import java.util.stream.Collectors;

/// How a datapoint is written: what stands before its time, its value and its tags, and what stands
/// around and between datapoints.
public enum Format {
  /// Lines as telnet and the metrics topic take them.
  PUT_LINES("", "\n", "") {
    @Override
    String metric(Field field) {
      return "put " + field.metric() + " ";
    }

    @Override
    String beforeValue() {
      return " ";
    }

    @Override
    String tags(Host host) {
      return host.tags().entrySet().stream()
          .map(tag -> " " + tag.getKey() + "=" + tag.getValue())
          .collect(Collectors.joining());
    }
  },

  /// The body of `/api/put`.
  JSON("[", ",", "]") {
    @Override
    String metric(Field field) {
      return "{\"metric\":\"" + field.metric() + "\",\"timestamp\":";
    }

    @Override
    String beforeValue() {
      return ",\"value\":";
    }

    @Override
    String tags(Host host) {
      return host.tags().entrySet().stream()
          .map(tag -> "\"" + tag.getKey() + "\":\"" + tag.getValue() + "\"")
          .collect(Collectors.joining(",", ",\"tags\":{", "}}"));
    }
  };

  private final String begin;
  private final String between;
  private final String end;

  Format(String begin, String between, String end) {
    this.begin = begin;
    this.between = between;
    this.end = end;
  }

  String begin() {
    return begin;
  }

  String between() {
    return between;
  }

  String end() {
    return end;
  }

  abstract String metric(Field field);

  abstract String beforeValue();

  abstract String tags(Host host);
}
