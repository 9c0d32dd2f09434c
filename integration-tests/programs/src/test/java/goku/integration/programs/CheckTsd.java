package goku.integration.programs;

import static java.nio.charset.StandardCharsets.UTF_8;

import goku.integration.fixture.GokuHttp;
import goku.integration.fixture.TelnetClient;
import goku.integration.programs.recording.SentDatapoint;
import java.net.URLEncoder;
import java.net.http.HttpResponse;
import java.time.Instant;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/// The request of OpenTSDB's check for Nagios, `check_tsd`, and its reading of the answer. The
/// program itself needs Python 2.
final class CheckTsd {
  static final String NAME = "requests of check_tsd";

  private static final String METRIC = "check.value";
  private static final int FIRST_TAG = 3;

  /// Values as programs send them, among them some whose shortest form has an exponent.
  private static final List<String> VALUES =
      List.of("0", "-7", "42.5", "1e-9", "1e22", "12345678901", "9007199254740993", "0.1");

  private final GokuHttp goku;

  CheckTsd(GokuHttp goku) {
    this.goku = goku;
  }

  /// Sends a datapoint of a series for each of the last seconds.
  static void send(int port, Instant now) {
    try (var telnet = new TelnetClient(port)) {
      long first = now.getEpochSecond() - VALUES.size();
      for (int at = 0; at < VALUES.size(); at++) {
        String line = "put %s %d %s host=web01".formatted(METRIC, first + at, VALUES.get(at));
        telnet.send(line.getBytes(UTF_8));
      }
    }
  }

  /// Returns the datapoints of the answer by time in milliseconds. The check reads a value without
  /// a point as a whole number.
  Map<Long, SentDatapoint> answer(String aggregator) {
    HttpResponse<String> answer =
        goku.get(
            "/q?start=600s-ago&m=%s&ascii&nagios"
                .formatted(URLEncoder.encode(aggregator + ":" + METRIC + "{host=web01}", UTF_8)));
    Map<Long, SentDatapoint> points = new HashMap<>();
    if (answer.statusCode() != 200 && answer.statusCode() != 202) {
      return points; // the metric has not arrived yet
    }
    answer.body().lines().map(CheckTsd::point).forEach(one -> points.put(one.timeMillis(), one));
    return points;
  }

  private static SentDatapoint point(String line) {
    String[] words = line.split(" ", -1);
    Map<String, String> tags = new HashMap<>();
    for (String tag : Arrays.asList(words).subList(FIRST_TAG, words.length)) {
      String[] parts = tag.split("=", 2);
      tags.put(parts[0], parts[1]);
    }
    double value = words[2].contains(".") ? Double.parseDouble(words[2]) : Long.parseLong(words[2]);
    return new SentDatapoint(words[0], tags, Long.parseLong(words[1]) * 1000, value);
  }
}
