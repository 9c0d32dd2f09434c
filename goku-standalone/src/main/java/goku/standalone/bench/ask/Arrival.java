package goku.standalone.bench.ask;

import com.fasterxml.jackson.databind.json.JsonMapper;
import goku.standalone.bench.devops.Field;
import goku.standalone.bench.load.Schedule;
import goku.standalone.bench.wire.HttpWire;
import goku.standalone.bench.wire.StatusException;
import java.io.IOException;
import java.time.Duration;
import java.util.Collections;
import java.util.List;

/// A wait until queries find all sent datapoints.
///
/// @param patience the longest time without a new datapoint
public record Arrival(Server server, Schedule schedule, int hosts, Duration patience) {
  private static final JsonMapper JSON = new JsonMapper();
  private static final Duration PAUSE = Duration.ofMillis(10);

  /// The pause before the next query, as a multiple of the last query's time, so that polling costs
  /// the server little.
  private static final int PAUSE_BY_QUESTION = 9;

  /// The longest pause, which bounds the error of the measured time.
  private static final Duration LONGEST_PAUSE = Duration.ofSeconds(1);

  /// Waits for the last reading. While others may still arrive, this costs the server little.
  public void awaitLast(List<Field> fields) throws IOException, InterruptedException {
    await(fields, schedule.lastSeconds(), 1);
  }

  /// Waits for every reading.
  ///
  /// @return whether the first query found all of them
  public boolean awaitAll(List<Field> fields) throws IOException, InterruptedException {
    return await(fields, schedule.seconds(0), schedule.steps());
  }

  /// Fails if datapoints are missing, and names them.
  private boolean await(List<Field> fields, long fromSeconds, int steps)
      throws IOException, InterruptedException {
    long expected = (long) hosts * steps;
    boolean atOnce = true;
    try (var http = new HttpWire(server.url())) {
      for (Field field : fields) {
        long asked = System.nanoTime();
        long found = count(http, field, fromSeconds);
        atOnce &= found >= expected;
        long changed = System.nanoTime();
        while (found < expected) {
          if (System.nanoTime() - changed > patience.toNanos()) {
            throw new IOException(
                ("%s has %,d of %,d datapoints, and no more for %d s: were they refused? Its log"
                        + " and metrics say why; the namespace's backfill must be longer than"
                        + " --length")
                    .formatted(field.metric(), found, expected, patience.toSeconds()));
          }
          Duration took = Duration.ofNanos(System.nanoTime() - asked);
          Thread.sleep(pauseAfter(took));
          asked = System.nanoTime();
          long now = count(http, field, fromSeconds);
          if (now != found) {
            found = now;
            changed = System.nanoTime();
          }
        }
      }
    }
    return atOnce;
  }

  private static Duration pauseAfter(Duration question) {
    Duration seldom = Collections.max(List.of(PAUSE, question.multipliedBy(PAUSE_BY_QUESTION)));
    return Collections.min(List.of(LONGEST_PAUSE, seldom));
  }

  private long count(HttpWire http, Field field, long fromSeconds) throws IOException {
    String query = server.language().count(field.metric(), fromSeconds, schedule.lastSeconds());
    String answer;
    try {
      answer = http.get(query);
    } catch (StatusException refused) {
      if (refused.status() == 400) {
        return 0; // the metric is not known yet
      }
      throw refused;
    }
    return server.language().counted(JSON.readTree(answer));
  }
}
