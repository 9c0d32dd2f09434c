package goku.rpc.grpc;

import com.google.protobuf.MessageLite;
import goku.model.ShardId;
import goku.query.usage.MetricUsages;
import goku.query.usage.TagKeyUsage;
import goku.query.usage.TagValueUsage;
import goku.rpc.UsageNode;
import goku.rpc.wire.WireUsage;
import io.grpc.MethodDescriptor;
import java.util.List;
import java.util.Set;

/// The usage of the shards of a node at an address. Thread-safe.
final class RemoteUsage implements UsageNode {
  /// A function that calls the node.
  interface Way {
    <Q, P extends MessageLite> List<P> ask(MethodDescriptor<Q, P> method, Q request);
  }

  private final Way way;

  RemoteUsage(Way way) {
    this.way = way;
  }

  @Override
  public MetricUsages metrics(List<ShardId> shards, String prefix) {
    return WireUsage.usagesFromWire(
        way.ask(NodeMethods.USAGE, WireUsage.metricsRequest(shards, prefix)));
  }

  @Override
  public List<TagKeyUsage> tagKeys(List<ShardId> shards, Set<String> metrics) {
    return TagKeyUsage.merged(
        way.ask(NodeMethods.TAG_KEYS, WireUsage.tagKeysRequest(shards, metrics)).stream()
            .map(WireUsage::fromWire)
            .toList());
  }

  @Override
  public List<TagValueUsage> tagValues(List<ShardId> shards, String metric, String key) {
    return way.ask(NodeMethods.TAG_VALUES, WireUsage.tagValuesRequest(shards, metric, key)).stream()
        .flatMap(part -> WireUsage.fromWire(part).stream())
        .toList();
  }
}
