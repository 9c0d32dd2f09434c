package goku.standalone.process;

import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import goku.config.DurationText;
import goku.config.Problem;
import goku.http.HttpResponse;
import goku.http.Routes;
import goku.model.Disk;
import goku.model.Namespace;
import goku.model.Rollup;
import goku.namespace.FollowedNamespaces;
import goku.namespace.Refusal;
import java.util.function.Supplier;

/// The answer of `/api/goku/namespaces`: the namespaces in force in this process. Times are ISO
/// 8601, and `namespaces` has the keys of the namespaces file. `refused` is present if the last
/// offered text was rejected.
///
/// ```json
/// {"version":"<sha-256 of the text>","source":"...","since":"...",
///  "refused":{"at":"...","source":"...","version":"...","problems":["..."]},
///  "namespaces":[{"name":"ns1","default":true,"backfill":"2h","memory-ttl":"1d",
///    "disk":{"raw-ttl":"24d","cold-after":"80d","rollups":[{"interval":"15m","ttl":"80d"}]},
///    "kafka-topic":"goku-ns1","s3":{"bucket":"goku-ns1"},"shard-groups":2,"shards-per-group":2,
///    "metrics":[{"prefix":"m","since":1704096000}],
///    "pre-aggregate":[{"metric":"m","keep":["dc"],"interval":"1m"}],
///    "max-series":1000000,"series-limits":[{"prefix":"m","max-series":1000}]}]}
/// ```
public final class NamespacesJson {
  private static final JsonMapper JSON = new JsonMapper();

  private NamespacesJson() {}

  /// Adds `/api/goku/namespaces`, which is answered even at the limit of requests.
  public static void addTo(Routes routes, Supplier<FollowedNamespaces.State> state) {
    routes.addAlways("/api/goku/namespaces", request -> HttpResponse.json(200, of(state.get())));
  }

  static String of(FollowedNamespaces.State state) {
    ObjectNode root =
        JSON.createObjectNode()
            .put("version", state.text().version())
            .put("source", state.source())
            .put("since", state.since().toString());
    state.refused().ifPresent(refusal -> add(refusal, root.putObject("refused")));
    var namespaces = root.putArray("namespaces");
    state.text().namespaces().all().forEach(one -> add(one, namespaces.addObject()));
    return root.toString();
  }

  private static void add(Refusal refusal, ObjectNode to) {
    to.put("at", refusal.at().toString())
        .put("source", refusal.source())
        .put("version", refusal.version());
    var problems = to.putArray("problems");
    refusal.problems().stream().map(Problem::toString).forEach(problems::add);
  }

  private static void add(Namespace one, ObjectNode to) {
    to.put("name", one.name())
        .put("default", one.isDefault())
        .put("backfill", DurationText.print(one.backfill()))
        .put("memory-ttl", DurationText.print(one.memoryTtl()));
    one.disk().ifPresent(disk -> add(disk, to.putObject("disk")));
    to.put("kafka-topic", one.kafkaTopic());
    to.putObject("s3").put("bucket", one.s3Bucket());
    to.put("shard-groups", one.sharding().shardGroups())
        .put("shards-per-group", one.sharding().shardsPerGroup());
    var metrics = to.putArray("metrics");
    one.metrics()
        .forEach(
            claim ->
                metrics
                    .addObject()
                    .put("prefix", claim.prefix())
                    .put("since", claim.since().getEpochSecond()));
    var preAggregated = to.putArray("pre-aggregate");
    one.preAggregations()
        .forEach(
            aggregation -> {
              ObjectNode item = preAggregated.addObject().put("metric", aggregation.metric());
              aggregation.keep().forEach(item.putArray("keep")::add);
              item.put("interval", DurationText.print(aggregation.interval()));
            });
    to.put("max-series", one.seriesLimits().all());
    var limits = to.putArray("series-limits");
    one.seriesLimits()
        .prefixes()
        .forEach(
            limit ->
                limits.addObject().put("prefix", limit.prefix()).put("max-series", limit.series()));
  }

  private static void add(Disk disk, ObjectNode to) {
    to.put("raw-ttl", DurationText.print(disk.rawTtl()))
        .put("cold-after", DurationText.print(disk.coldAfter()));
    var rollups = to.putArray("rollups");
    for (Rollup rollup : disk.rollups()) {
      rollups
          .addObject()
          .put("interval", DurationText.print(rollup.interval()))
          .put("ttl", DurationText.print(rollup.ttl()));
    }
    disk.sharding()
        .ifPresent(
            sharding ->
                to.put("shard-groups", sharding.shardGroups())
                    .put("shards-per-group", sharding.shardsPerGroup()));
  }
}
