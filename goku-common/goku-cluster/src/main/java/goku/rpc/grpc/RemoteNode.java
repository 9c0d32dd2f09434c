package goku.rpc.grpc;

import com.google.protobuf.ByteString;
import com.google.protobuf.MessageLite;
import goku.cardinality.CountQuery;
import goku.cardinality.SeriesCounts;
import goku.eventloop.EventLoop;
import goku.model.Holes;
import goku.model.NameKind;
import goku.model.ShardId;
import goku.query.DeleteOutcome;
import goku.query.NodeQuery;
import goku.query.control.QueryControl;
import goku.query.control.QueryStoppedException;
import goku.query.control.QueryStoppedException.Reason;
import goku.query.partial.PartialStream;
import goku.query.search.SearchAnswer;
import goku.query.search.SeriesSearch;
import goku.rpc.FoundNames;
import goku.rpc.LastPoints;
import goku.rpc.LastQuery;
import goku.rpc.LookupQuery;
import goku.rpc.LookupResult;
import goku.rpc.NodeHealth;
import goku.rpc.ShardHealth;
import goku.rpc.StorageNode;
import goku.rpc.SuggestedNames;
import goku.rpc.UsageNode;
import goku.rpc.proto.Wire;
import goku.rpc.wire.WireCounts;
import goku.rpc.wire.WireException;
import goku.rpc.wire.WireHoles;
import goku.rpc.wire.WireSearches;
import goku.rpc.wire.WireSeriesSearch;
import goku.rpc.wire.WireShards;
import io.grpc.MethodDescriptor;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/// A client of the node at an address, which uses the connections of `NodeClients`. Every call can
/// throw a `NodeUnavailableException` in addition to the node's own exceptions. Thread-safe.
public final class RemoteNode implements StorageNode, NodeHealth {
  private final NodeClients clients;
  private final String address;
  private final RpcClientConfig config;

  RemoteNode(NodeClients clients, String address, RpcClientConfig config) {
    this.clients = clients;
    this.address = address;
    this.config = config;
  }

  /// Returns `host:port`.
  public String address() {
    return address;
  }

  @Override
  public PartialStream query(List<ShardId> shards, NodeQuery query, QueryControl control)
      throws InterruptedException {
    EventLoop.leave();
    return RemoteStream.open(address, clients.channel(address), shards, query, control);
  }

  @Override
  public SearchAnswer search(List<ShardId> shards, SeriesSearch query, QueryControl control)
      throws InterruptedException {
    control.check();
    Wire.SearchRequest request =
        WireSeriesSearch.toWire(shards, query, control, RemoteStream.GRACE_NANOS);
    Duration timeout = Duration.ofNanos(control.remainingNanos() + RemoteStream.LAST_NANOS);
    try {
      return WireSeriesSearch.fromWire(call(NodeMethods.SEARCH, request, timeout), control);
    } catch (WireException e) {
      throw RemoteStream.unreadable(address, e);
    }
  }

  @Override
  public SuggestedNames suggest(List<ShardId> shards, NameKind kind, String prefix, int max) {
    var request =
        Wire.SuggestRequest.newBuilder()
            .addAllShards(WireShards.toWire(shards))
            .setKind(kind.name())
            .setPrefix(prefix)
            .setMax(max)
            .build();
    List<Wire.Names> parts = uninterrupted(NodeMethods.SUGGEST, request);
    return new SuggestedNames(
        parts.stream().flatMap(part -> part.getNamesList().stream()).toList(),
        parts.stream().map(WireHoles::of).reduce(Holes.NONE, Holes::plus));
  }

  @Override
  public FoundNames known(List<ShardId> shards, NameKind kind, Set<String> names) {
    var request =
        Wire.KnownRequest.newBuilder()
            .addAllShards(WireShards.toWire(shards))
            .setKind(kind.name())
            .addAllNames(names)
            .build();
    Set<String> known = new HashSet<>();
    Holes holes = Holes.NONE;
    for (Wire.Names part : uninterrupted(NodeMethods.KNOWN, request)) {
      known.addAll(part.getNamesList());
      holes = holes.plus(WireHoles.of(part));
    }
    return new FoundNames(known, holes);
  }

  @Override
  public LookupResult lookup(List<ShardId> shards, LookupQuery query) {
    List<Wire.LookupPart> parts =
        uninterrupted(NodeMethods.LOOKUP, WireSearches.toWire(shards, query));
    return new LookupResult(
        parts.stream()
            .flatMap(part -> part.getSeriesList().stream())
            .map(WireSearches::fromWire)
            .toList(),
        parts.stream().map(WireHoles::of).reduce(Holes.NONE, Holes::plus));
  }

  @Override
  public LastPoints last(List<ShardId> shards, LastQuery query) throws InterruptedException {
    List<Wire.LastPart> parts =
        call(NodeMethods.LAST, WireSearches.toWire(shards, query), config.callTimeout());
    return new LastPoints(
        parts.stream()
            .flatMap(part -> part.getPointsList().stream())
            .map(WireSearches::fromWire)
            .toList(),
        parts.stream().map(WireHoles::of).reduce(Holes.NONE, Holes::plus));
  }

  @Override
  public UsageNode usage() {
    return new RemoteUsage(this::uninterrupted);
  }

  @Override
  public DeleteOutcome delete(ShardId shard, long madeMillis, byte[] delete, Duration timeout)
      throws InterruptedException {
    var request =
        Wire.DeleteRequest.newBuilder()
            .setNamespace(shard.namespace())
            .setShard(shard.shard())
            .setMadeMillis(madeMillis)
            .setDelete(ByteString.copyFrom(delete))
            .build();
    return WireShards.outcome(call(NodeMethods.DELETE, request, timeout).getFirst());
  }

  @Override
  public boolean awaitApplied(ShardId shard, long offset, Duration timeout)
      throws InterruptedException {
    var request =
        Wire.AwaitRequest.newBuilder()
            .setNamespace(shard.namespace())
            .setShard(shard.shard())
            .setOffset(offset)
            .setTimeoutNanos(timeout.toNanos())
            .build();
    return call(NodeMethods.AWAIT_APPLIED, request, timeout.plus(config.callTimeout())).stream()
        .allMatch(Wire.AwaitAnswer::getApplied);
  }

  @Override
  public List<SeriesCounts> countSeries(List<CountQuery> queries) throws InterruptedException {
    return WireCounts.fromWire(
        call(NodeMethods.COUNT_SERIES, WireCounts.request(queries), config.callTimeout()));
  }

  /// Has no short limit of its own: a poller decides which silence counts, see `HealthPolls`.
  @Override
  public List<ShardHealth> shards() throws InterruptedException {
    return call(NodeMethods.HEALTH, Wire.HealthRequest.getDefaultInstance(), config.callTimeout())
        .stream()
        .flatMap(answer -> WireShards.fromWire(answer).stream())
        .toList();
  }

  private <Q, P extends MessageLite> List<P> call(
      MethodDescriptor<Q, P> method, Q request, Duration timeout) throws InterruptedException {
    EventLoop.leave();
    return RemoteCall.of(address, clients.channel(address), method, request, timeout);
  }

  /// Calls methods that do not declare `InterruptedException`: the thread stays interrupted.
  private <Q, P extends MessageLite> List<P> uninterrupted(
      MethodDescriptor<Q, P> method, Q request) {
    try {
      return call(method, request, config.callTimeout());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new QueryStoppedException(Reason.CANCELLED, "was interrupted");
    }
  }
}
