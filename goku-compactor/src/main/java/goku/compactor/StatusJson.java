package goku.compactor;

import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import goku.compactor.job.FinishedJob;
import goku.compactor.job.JobRunner;
import goku.compactor.job.RetryQueue;
import goku.compactor.job.RunningJob;
import goku.compactor.plan.Inventory;
import goku.model.ShardId;
import java.time.Instant;
import java.util.Locale;
import java.util.Set;

/// The answer of `/api/goku/compactor/status`. Times are ISO 8601, durations seconds.
///
/// ```json
/// {"node":"compactor","time":"...",
///  "owned":{"shuffle":["default/0"],"compact":["default/0"]},
///  "running":[{"task":"...","phase":"working","started":"...","seconds":3.5,
///    "bytesRead":10,"bytesToRead":10,"series":1000,"bytesWritten":0}],
///  "due":[{"tier":1,"buckets":2,"inputBytes":100,"oldest":"..."}],
///  "failing":[{"task":"...","reason":"...","since":"...","tries":2,"next":"..."}],
///  "troubles":[{"namespace":"...","reason":"...","since":"..."}],
///  "unreadable":[{"marker":"...","reason":"..."}],
///  "retention":[{"namespace":"...","at":"...","buckets":1,"bytes":10,"datapoints":100,
///    "oldest":"..."}],
///  "finished":[{"task":"...","at":"...","seconds":1.5,"bytesRead":10,"bytesWritten":10,
///    "points":100}]}
/// ```
final class StatusJson {
  private static final JsonMapper JSON = new JsonMapper();
  private static final double MILLIS = 1000;

  private StatusJson() {}

  static String of(
      String node,
      Instant now,
      Ownership ownership,
      JobRunner runner,
      Backlog backlog,
      RetryQueue failures,
      Rounds rounds) {
    ObjectNode root = JSON.createObjectNode().put("node", node).put("time", now.toString());
    ObjectNode owned = root.putObject("owned");
    add(ownership.shuffled(), owned.putArray("shuffle"));
    add(ownership.compacted(), owned.putArray("compact"));
    ArrayNode running = root.putArray("running");
    runner.running().forEach(job -> add(job, running.addObject()));
    ArrayNode due = root.putArray("due");
    backlog
        .byTier()
        .forEach(
            (tier, jobs) ->
                due.addObject()
                    .put("tier", tier)
                    .put("buckets", jobs.jobs())
                    .put("inputBytes", jobs.inputBytes())
                    .put("oldest", jobs.oldest().toString()));
    ArrayNode failing = root.putArray("failing");
    for (RetryQueue.Waiting waiting : failures.all()) {
      failing
          .addObject()
          .put("task", waiting.task())
          .put("reason", waiting.failure().message())
          .put("since", waiting.since().toString())
          .put("tries", waiting.tries())
          .put("next", waiting.next().toString());
    }
    ArrayNode troubles = root.putArray("troubles");
    rounds
        .troubles()
        .forEach(
            (namespace, trouble) ->
                troubles
                    .addObject()
                    .put("namespace", namespace)
                    .put("reason", trouble.message())
                    .put("since", trouble.since().toString()));
    ArrayNode unreadable = root.putArray("unreadable");
    rounds
        .unreadable()
        .forEach(
            marker ->
                unreadable.addObject().put("marker", marker.key()).put("reason", marker.problem()));
    ArrayNode retention = root.putArray("retention");
    rounds.waiting().forEach(change -> add(change, retention.addObject()));
    ArrayNode finished = root.putArray("finished");
    runner.finished().forEach(job -> add(job, finished.addObject()));
    return root.toString();
  }

  private static void add(Set<ShardId> shards, ArrayNode to) {
    shards.stream().sorted(ShardId.BY_NUMBER).forEach(shard -> to.add(shard.toString()));
  }

  private static void add(RunningJob job, ObjectNode to) {
    to.put("task", job.task().toString())
        .put("phase", job.phase().name().toLowerCase(Locale.ROOT))
        .put("started", job.started().toString())
        .put("seconds", (double) job.elapsed().toMillis() / MILLIS)
        .put("bytesRead", job.bytesRead())
        .put("bytesToRead", job.task().job().inputBytes())
        .put("series", job.series())
        .put("bytesWritten", job.bytesWritten());
  }

  private static void add(RetentionChange.Waiting change, ObjectNode to) {
    Inventory.Amount withheld = change.withheld();
    to.put("namespace", change.namespace())
        .put("at", change.at().toString())
        .put("buckets", withheld.buckets())
        .put("bytes", withheld.bytes())
        .put("datapoints", withheld.points());
    withheld.oldest().ifPresent(oldest -> to.put("oldest", oldest.toString()));
  }

  private static void add(FinishedJob job, ObjectNode to) {
    to.put("task", job.task())
        .put("at", job.at().toString())
        .put("seconds", (double) job.took().toMillis() / MILLIS)
        .put("bytesRead", job.bytesRead())
        .put("bytesWritten", job.bytesWritten())
        .put("points", job.points());
  }
}
