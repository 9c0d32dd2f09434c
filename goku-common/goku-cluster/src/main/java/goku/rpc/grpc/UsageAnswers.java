package goku.rpc.grpc;

import goku.query.usage.TagKeyUsage;
import goku.rpc.StorageNode;
import goku.rpc.proto.Wire;
import goku.rpc.wire.WireShards;
import goku.rpc.wire.WireUsage;
import java.util.Set;

/// The implementations of usage calls. Thread-safe.
final class UsageAnswers {
  private final StorageNode node;

  UsageAnswers(StorageNode node) {
    this.node = node;
  }

  void metrics(Wire.UsageRequest request, Outgoing<Wire.UsageRequest, Wire.UsagePart> out)
      throws InterruptedException {
    var usages =
        node.usage().metrics(WireShards.fromWire(request.getShardsList()), request.getPrefix());
    for (Wire.UsagePart part : WireUsage.toWire(usages)) {
      out.send(part, 0);
    }
  }

  void tagKeys(Wire.TagKeysRequest request, Outgoing<Wire.TagKeysRequest, Wire.TagKeysPart> out)
      throws InterruptedException {
    var shards = WireShards.fromWire(request.getShardsList());
    for (TagKeyUsage key : node.usage().tagKeys(shards, Set.copyOf(request.getMetricsList()))) {
      for (Wire.TagKeysPart part : WireUsage.toWire(key)) {
        out.send(part, 0);
      }
    }
  }

  void tagValues(
      Wire.TagValuesRequest request, Outgoing<Wire.TagValuesRequest, Wire.TagValuesPart> out)
      throws InterruptedException {
    var shards = WireShards.fromWire(request.getShardsList());
    var values = node.usage().tagValues(shards, request.getMetric(), request.getKey());
    for (Wire.TagValuesPart part : WireUsage.valuesToWire(values)) {
      out.send(part, 0);
    }
  }
}
