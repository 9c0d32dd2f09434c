package goku.rpc.grpc;

import goku.cardinality.SeriesCounts;
import goku.model.Holes;
import goku.model.ShardId;
import goku.query.DeleteOutcome;
import goku.query.control.QueryMemory;
import goku.rpc.FoundNames;
import goku.rpc.FoundSeries;
import goku.rpc.LastPoint;
import goku.rpc.LastPoints;
import goku.rpc.LookupResult;
import goku.rpc.NodeHealth;
import goku.rpc.StorageNode;
import goku.rpc.SuggestedNames;
import goku.rpc.proto.Wire;
import goku.rpc.wire.Names;
import goku.rpc.wire.WireCounts;
import goku.rpc.wire.WireHoles;
import goku.rpc.wire.WireSearches;
import goku.rpc.wire.WireShards;
import io.grpc.MethodDescriptor;
import io.grpc.ServerServiceDefinition;
import java.time.Duration;
import java.time.temporal.ChronoUnit;
import java.util.HashSet;
import java.util.List;
import java.util.concurrent.Executor;

/// The implementations of all methods of a node.
final class NodeAnswers {
  /// The largest number of series in one message.
  private static final int SERIES_PER_PART = 1000;

  private final StorageNode node;
  private final NodeHealth health;
  private final QueryMemory memory;
  private final Executor threads;
  private final RpcMetrics metrics;

  NodeAnswers(
      StorageNode node,
      NodeHealth health,
      QueryMemory memory,
      Executor threads,
      RpcMetrics metrics) {
    this.node = node;
    this.health = health;
    this.memory = memory;
    this.threads = threads;
    this.metrics = metrics;
  }

  ServerServiceDefinition service() {
    var service = ServerServiceDefinition.builder(NodeMethods.SERVICE);
    add(service, NodeMethods.QUERY, new QueryAnswer(node, memory, metrics));
    add(service, NodeMethods.SUGGEST, this::suggest);
    add(service, NodeMethods.KNOWN, this::known);
    add(service, NodeMethods.LOOKUP, this::lookup);
    add(service, NodeMethods.LAST, this::last);
    var usage = new UsageAnswers(node);
    add(service, NodeMethods.USAGE, usage::metrics);
    add(service, NodeMethods.TAG_KEYS, usage::tagKeys);
    add(service, NodeMethods.TAG_VALUES, usage::tagValues);
    add(service, NodeMethods.COUNT_SERIES, this::countSeries);
    add(service, NodeMethods.SEARCH, new SeriesSearchAnswer(node, memory));
    add(service, NodeMethods.DELETE, this::delete);
    add(service, NodeMethods.AWAIT_APPLIED, this::awaitApplied);
    add(
        service,
        NodeMethods.HEALTH,
        (Wire.HealthRequest request, Outgoing<Wire.HealthRequest, Wire.HealthAnswer> out) ->
            out.send(WireShards.toWire(health), 0));
    return service.build();
  }

  private <Q, P> void add(
      ServerServiceDefinition.Builder service,
      MethodDescriptor<Q, P> method,
      CallThread.Answer<Q, P> answer) {
    service.addMethod(
        method, new CallThread<>(new ChargedAnswer<>(answer, memory), threads, metrics));
  }

  private void suggest(Wire.SuggestRequest request, Outgoing<Wire.SuggestRequest, Wire.Names> out)
      throws InterruptedException {
    SuggestedNames found =
        node.suggest(
            WireShards.fromWire(request.getShardsList()),
            Names.kind(request.getKind()),
            request.getPrefix(),
            request.getMax());
    out.send(names(found.names(), found.holes()), 0);
  }

  private void known(Wire.KnownRequest request, Outgoing<Wire.KnownRequest, Wire.Names> out)
      throws InterruptedException {
    FoundNames found =
        node.known(
            WireShards.fromWire(request.getShardsList()),
            Names.kind(request.getKind()),
            new HashSet<>(request.getNamesList()));
    out.send(names(found.names(), found.holes()), 0);
  }

  private static Wire.Names names(Iterable<String> names, Holes holes) {
    return Wire.Names.newBuilder().addAllNames(names).addAllHoles(WireHoles.toWire(holes)).build();
  }

  /// Sends at least one message, because the first contains the holes.
  private void lookup(Wire.LookupRequest request, Outgoing<Wire.LookupRequest, Wire.LookupPart> out)
      throws InterruptedException {
    LookupResult found =
        node.lookup(WireShards.fromWire(request.getShardsList()), WireSearches.fromWire(request));
    List<FoundSeries> series = found.series();
    var part = Wire.LookupPart.newBuilder().addAllHoles(WireHoles.toWire(found.holes()));
    int from = 0;
    do {
      int to = Math.min(from + SERIES_PER_PART, series.size());
      series.subList(from, to).stream().map(WireSearches::toWire).forEach(part::addSeries);
      out.send(part.build(), 0);
      part = Wire.LookupPart.newBuilder();
      from = to;
    } while (from < series.size());
  }

  /// Sends at least one message, because each contains the holes.
  private void last(Wire.LastRequest request, Outgoing<Wire.LastRequest, Wire.LastPart> out)
      throws InterruptedException {
    LastPoints last =
        node.last(WireShards.fromWire(request.getShardsList()), WireSearches.fromWire(request));
    List<LastPoint> points = last.points();
    int from = 0;
    do {
      var part =
          Wire.LastPart.newBuilder()
              .setCompleteFromMillis(last.holes().completeFromForOlderNodes())
              .addAllHoles(WireHoles.toWire(last.holes()));
      int to = Math.min(from + SERIES_PER_PART, points.size());
      points.subList(from, to).stream().map(WireSearches::toWire).forEach(part::addPoints);
      out.send(part.build(), 0);
      from = to;
    } while (from < points.size());
  }

  private void countSeries(
      Wire.CountRequest request, Outgoing<Wire.CountRequest, Wire.CountPart> out)
      throws InterruptedException {
    for (SeriesCounts counts : node.countSeries(WireCounts.fromWire(request))) {
      for (Wire.CountPart part : WireCounts.toWire(counts)) {
        out.send(part, 0);
      }
    }
  }

  private void delete(
      Wire.DeleteRequest request, Outgoing<Wire.DeleteRequest, Wire.DeleteAnswer> out)
      throws InterruptedException {
    // the call's own deadline applies
    DeleteOutcome outcome =
        node.delete(
            new ShardId(request.getNamespace(), request.getShard()),
            request.getMadeMillis(),
            request.getDelete().toByteArray(),
            ChronoUnit.FOREVER.getDuration());
    out.send(Wire.DeleteAnswer.newBuilder().setOutcome(outcome.name()).build(), 0);
  }

  private void awaitApplied(
      Wire.AwaitRequest request, Outgoing<Wire.AwaitRequest, Wire.AwaitAnswer> out)
      throws InterruptedException {
    boolean applied =
        node.awaitApplied(
            new ShardId(request.getNamespace(), request.getShard()),
            request.getOffset(),
            Duration.ofNanos(request.getTimeoutNanos()));
    out.send(Wire.AwaitAnswer.newBuilder().setApplied(applied).build(), 0);
  }
}
