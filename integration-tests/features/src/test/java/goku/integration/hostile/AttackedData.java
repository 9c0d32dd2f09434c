package goku.integration.hostile;

import static org.awaitility.Awaitility.await;

import goku.integration.fixture.GokuHttp;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.IntFunction;
import java.util.stream.IntStream;

/// The datapoints that attackers ask for: `wide`, 200 series of a datapoint a minute for an hour,
/// and `crowd`, many series of one datapoint.
final class AttackedData {
  private static final Duration PATIENCE = Duration.ofMinutes(2);
  private static final int WIDE_SERIES = 200;
  private static final int WIDE_DATAPOINTS = 60;
  private static final int PER_BODY = 5_000;

  private AttackedData() {}

  /// Writes all and waits until queries find them.
  ///
  /// @param series the number of series of `crowd`
  static void write(GokuHttp http, long nowSeconds, int series) {
    put(
        http,
        WIDE_SERIES * WIDE_DATAPOINTS,
        i -> {
          long seconds = nowSeconds - 60L * (i / WIDE_SERIES);
          return json("wide", seconds, i, "\"host\":\"h" + i % WIDE_SERIES + "\"");
        });
    put(
        http,
        series,
        i -> json("crowd", nowSeconds, i, "\"host\":\"h%d\",\"dc\":\"d%d\"".formatted(i, i % 10)));
    String start = Long.toString(nowSeconds - 4_000);
    await()
        .atMost(PATIENCE)
        .until(
            () -> http.query(start, "count:crowd").at("/0/dps").toString().contains(":" + series));
    await().atMost(PATIENCE).until(() -> http.query(start, "none:wide").size() == WIDE_SERIES);
  }

  private static void put(GokuHttp http, int count, IntFunction<String> datapoint) {
    for (int from = 0; from < count; from += PER_BODY) {
      List<String> points = new ArrayList<>();
      IntStream.range(from, Math.min(count, from + PER_BODY))
          .forEach(i -> points.add(datapoint.apply(i)));
      HttpResponse<String> answer = http.put("[" + String.join(",", points) + "]");
      if (answer.statusCode() != 204) {
        throw new IllegalStateException(answer.statusCode() + " " + answer.body());
      }
    }
  }

  private static String json(String metric, long seconds, int value, String tags) {
    return "{\"metric\":\"%s\",\"timestamp\":%d,\"value\":%d,\"tags\":{%s}}"
        .formatted(metric, seconds, value, tags);
  }
}
