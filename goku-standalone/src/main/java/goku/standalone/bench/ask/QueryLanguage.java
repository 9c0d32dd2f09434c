package goku.standalone.bench.ask;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.databind.JsonNode;
import java.net.URLEncoder;
import java.time.Instant;

/// The query language of a server: paths, parameters, and the place of numbers in answers.
public enum QueryLanguage {
  /// OpenTSDB's `/api/query`.
  opentsdb {
    @Override
    String oneHost(String metric, String host, long start, long end) {
      return "/api/query?start=%d&end=%d&m=max:5m-max:%s%%7Bhostname=%s%%7D"
          .formatted(start, end, metric, host);
    }

    @Override
    String allHosts(String metric, long start, long end) {
      return "/api/query?start=%d&end=%d&m=avg:1h-avg:%s%%7Bhostname=*%%7D"
          .formatted(start, end, metric);
    }

    @Override
    String count(String metric, long start, long end) {
      return "/api/query?start=%d&end=%d&m=sum:0all-count:%s".formatted(start, end + 1, metric);
    }

    @Override
    long counted(JsonNode answer) {
      long count = 0;
      for (JsonNode group : answer) {
        for (JsonNode value : group.path("dps")) {
          count += value.asLong();
        }
      }
      return count;
    }
  },

  /// Prometheus' `/api/v1/query_range` and `/api/v1/query`.
  promql {
    @Override
    String oneHost(String metric, String host, long start, long end) {
      return "/api/v1/query_range?start=%d&end=%d&step=300&query=".formatted(start, end)
          + "max_over_time(%7B__name__=%22"
          + metric
          + "%22,hostname=%22"
          + host
          + "%22%7D%5B5m%5D)";
    }

    @Override
    String allHosts(String metric, long start, long end) {
      return "/api/v1/query_range?start=%d&end=%d&step=3600&query=".formatted(start, end)
          + "avg(avg_over_time(%7B__name__=%22"
          + metric
          + "%22%7D%5B1h%5D))by(hostname)";
    }

    @Override
    String count(String metric, long start, long end) {
      return "/api/v1/query?time=%d&query=".formatted(end)
          + "sum(count_over_time(%7B__name__=%22"
          + metric
          + "%22%7D%5B"
          + (end - start + 1)
          + "s%5D))";
    }

    @Override
    long counted(JsonNode answer) {
      return answer.path("data").path("result").path(0).path("value").path(1).asLong();
    }
  },

  /// InfluxDB 1's `/query` on the database `bench`: a metric is a field of its measurement.
  influxql {
    private static final String PATH = "/query?db=bench&q=";

    @Override
    String oneHost(String metric, String host, long start, long end) {
      String where = host(host) + between(start, end);
      return PATH + select("max(%s)", metric, where, " GROUP BY time(5m)");
    }

    @Override
    String allHosts(String metric, long start, long end) {
      return PATH + select("mean(%s)", metric, between(start, end), " GROUP BY time(1h),hostname");
    }

    @Override
    String count(String metric, long start, long end) {
      return PATH + select("count(%s)", metric, between(start, end), "");
    }

    @Override
    long counted(JsonNode answer) {
      JsonNode series = answer.path("results").path(0).path("series").path(0);
      return series.path("values").path(0).path(1).asLong();
    }

    private static String between(long start, long end) {
      return "time >= %ds AND time <= %ds".formatted(start, end);
    }
  },

  /// QuestDB's `/exec`: a metric is a column of its measurement's table.
  questdb {
    private static final String PATH = "/exec?query=";

    @Override
    String oneHost(String metric, String host, long start, long end) {
      String where = host(host) + between(start, end);
      return PATH + select("timestamp, max(%s)", metric, where, " SAMPLE BY 5m");
    }

    @Override
    String allHosts(String metric, long start, long end) {
      return PATH
          + select("timestamp, hostname, avg(%s)", metric, between(start, end), " SAMPLE BY 1h");
    }

    @Override
    String count(String metric, long start, long end) {
      return PATH + select("count(%s)", metric, between(start, end), "");
    }

    @Override
    long counted(JsonNode answer) {
      return answer.path("dataset").path(0).path(0).asLong();
    }

    private static String between(long start, long end) {
      return "timestamp BETWEEN '%s' AND '%s'"
          .formatted(Instant.ofEpochSecond(start), Instant.ofEpochSecond(end));
    }
  };

  private static String select(String columns, String metric, String where, String grouping) {
    int dot = metric.indexOf('.');
    String query =
        "SELECT %s FROM %s WHERE %s%s"
            .formatted(
                columns.formatted(metric.substring(dot + 1)),
                metric.substring(0, dot),
                where,
                grouping);
    return URLEncoder.encode(query, UTF_8);
  }

  private static String host(String host) {
    return "hostname='%s' AND ".formatted(host);
  }

  /// Returns the query for the maxima of every five minutes of one host. Times are in seconds, both
  /// ends inclusive.
  abstract String oneHost(String metric, String host, long start, long end);

  /// Returns the query for the hourly means of each host.
  abstract String allHosts(String metric, long start, long end);

  /// Returns the query for the number of datapoints of all hosts.
  abstract String count(String metric, long start, long end);

  /// Returns the result of a `count` query; 0 if it has no series.
  abstract long counted(JsonNode answer);
}
