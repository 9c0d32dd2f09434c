package goku.rpc.grpc;

import com.google.protobuf.UnsafeByteOperations;
import goku.model.Holes;
import goku.query.NodeQuery;
import goku.query.control.QueryControl;
import goku.query.control.QueryLimits;
import goku.query.control.QueryMemory;
import goku.query.partial.GroupPartial;
import goku.query.partial.PartialPlan;
import goku.query.partial.PartialStream;
import goku.rpc.StorageNode;
import goku.rpc.proto.Wire;
import goku.rpc.wire.ChunkSink;
import goku.rpc.wire.WireException;
import goku.rpc.wire.WireGroupWriter;
import goku.rpc.wire.WireHoles;
import goku.rpc.wire.WireQuery;
import goku.rpc.wire.WireShards;
import java.time.Duration;

/// The implementation of queries. Limits include the series and datapoints touched on other nodes;
/// memory is limited per node.
final class QueryAnswer implements CallThread.Answer<Wire.QueryRequest, Wire.QueryPart> {
  /// The number of series up to which the header is sent with the first groups, which saves a
  /// message.
  private static final long FEW_SERIES = 64;

  /// The longest time that groups wait for others to share their message, in nanoseconds.
  private static final long PATIENCE_NANOS = Duration.ofMillis(20).toNanos();

  private static final byte[] NONE = {};

  private final StorageNode node;
  private final QueryMemory memory;
  private final RpcMetrics metrics;

  QueryAnswer(StorageNode node, QueryMemory memory, RpcMetrics metrics) {
    this.node = node;
    this.memory = memory;
    this.metrics = metrics;
  }

  @Override
  public void hear(Wire.QueryRequest message, Outgoing<Wire.QueryRequest, Wire.QueryPart> out) {
    out.allow(message.getCreditBytes());
  }

  @Override
  public void give(Wire.QueryRequest request, Outgoing<Wire.QueryRequest, Wire.QueryPart> out)
      throws InterruptedException {
    Wire.Query query = request.getQuery();
    if (query.getGroupsVersion() < WireGroupWriter.OLDEST_VERSION) {
      throw new WireException(
          "cannot answer: the root reads groups version=%d, this node writes %d or later"
                  .formatted(query.getGroupsVersion(), WireGroupWriter.OLDEST_VERSION)
              + "; upgrade the root");
    }
    NodeQuery asked = WireQuery.fromWire(query.getQuery());
    if (query.getGroupsVersion() < WireGroupWriter.OLDEST_WITH_HISTOGRAMS
        && PartialPlan.of(asked).isOfHistograms()) {
      throw new WireException("cannot answer a query for histograms: upgrade the root");
    }
    out.limit(query.getCreditBytes());
    var limits =
        new QueryLimits(
            query.getMaxSeries(),
            query.getMaxDatapoints(),
            Duration.ofNanos(query.getTimeoutNanos()));
    try (var control = new QueryControl(limits, memory)) {
      out.stop(control);
      control.addSeries(query.getSeries());
      control.addDatapoints(query.getDatapoints(), 0);
      try (PartialStream groups =
          node.query(WireShards.fromWire(query.getShardsList()), asked, control)) {
        send(groups, new Parts(out, control, query));
      }
    }
  }

  private static void send(PartialStream groups, Parts parts) throws InterruptedException {
    parts.begin(groups);
    var writer = new WireGroupWriter(parts, parts.version);
    for (GroupPartial group = groups.next(); group != null; group = groups.next()) {
      writer.write(group);
      if (parts.areLate() && writer.isHolding()) {
        writer.flush();
      }
    }
    parts.end(groups);
    if (writer.isHolding()) {
      writer.flush();
    } else {
      parts.accept(NONE, 0);
    }
  }

  /// The messages of one answer.
  private final class Parts implements ChunkSink {
    private final Outgoing<Wire.QueryRequest, Wire.QueryPart> out;
    private final QueryControl control;
    private final int version;
    private final long seriesBefore;
    private final Wire.QueryPart.Builder next = Wire.QueryPart.newBuilder();
    private long datapointsTold;
    private long workTold;
    private long sentNanos = System.nanoTime();

    Parts(Outgoing<Wire.QueryRequest, Wire.QueryPart> out, QueryControl control, Wire.Query query) {
      this.out = out;
      this.control = control;
      version = Math.min(query.getGroupsVersion(), WireGroupWriter.VERSION);
      seriesBefore = query.getSeries();
      datapointsTold = query.getDatapoints();
    }

    void begin(PartialStream groups) throws InterruptedException {
      long series = control.series() - seriesBefore;
      Holes holes = groups.holes();
      next.setHeader(
          Wire.QueryHeader.newBuilder()
              .setGroupsVersion(version)
              .setSeries(series)
              .setCompleteFromMillis(holes.completeFromForOlderNodes())
              .addAllHoles(WireHoles.toWire(holes))
              .setLagMillis(groups.lagMillis())
              .setPageDatapoints(groups.pageDatapoints())
              .addAllMissing(WireShards.toWire(groups.missing())));
      if (series > FEW_SERIES) {
        accept(NONE, 0);
      }
    }

    boolean areLate() {
      return System.nanoTime() - sentNanos > PATIENCE_NANOS;
    }

    void end(PartialStream groups) {
      next.setEnd(Wire.QueryEnd.newBuilder().addAllOrigins(groups.origins()));
    }

    @Override
    public void accept(byte[] bytes, int length) throws InterruptedException {
      long datapoints = control.datapoints();
      long work = control.workNanos();
      next.setDatapoints(datapoints - datapointsTold).setWorkNanos(work - workTold);
      datapointsTold = datapoints;
      workTold = work;
      // not copied: `send` serializes the message before it returns
      next.setGroups(UnsafeByteOperations.unsafeWrap(bytes, 0, length));
      out.send(next.build(), length);
      metrics.sent(length);
      next.clear();
      sentNanos = System.nanoTime();
    }
  }
}
