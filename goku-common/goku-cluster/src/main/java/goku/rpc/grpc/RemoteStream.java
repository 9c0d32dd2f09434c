package goku.rpc.grpc;

import goku.model.Holes;
import goku.model.ShardId;
import goku.query.NodeQuery;
import goku.query.control.QueryControl;
import goku.query.partial.GroupPartial;
import goku.query.partial.PartialPlan;
import goku.query.partial.PartialStream;
import goku.rpc.NodeUnavailableException;
import goku.rpc.proto.Wire;
import goku.rpc.wire.WireException;
import goku.rpc.wire.WireGroupReader;
import goku.rpc.wire.WireGroupWriter;
import goku.rpc.wire.WireHoles;
import goku.rpc.wire.WireQuery;
import goku.rpc.wire.WireShards;
import io.grpc.CallOptions;
import io.grpc.Channel;
import io.grpc.ClientCall;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/// The groups of a query on a node, decoded by the thread that reads them.
final class RemoteStream implements PartialStream {
  /// The maximum number of bytes of groups on the network or waiting here. Allows a gigabyte per
  /// second at a round trip of half a millisecond.
  private static final long CREDIT_BYTES = 512 << 10;

  /// The time in nanoseconds by which the node's deadline is later than the root's. The root knows
  /// better how much the whole query has touched.
  static final long GRACE_NANOS = Duration.ofMillis(100).toNanos();

  /// The time in nanoseconds after the root's deadline at which the call is ended in any case.
  static final long LAST_NANOS = Duration.ofSeconds(1).toNanos();

  private final String address;
  private final QueryControl control;
  private final ClientCall<Wire.QueryRequest, Wire.QueryPart> call;
  private final ArrivedParts arrived;
  private final WireGroupReader groups;
  private final boolean ofHistograms;
  private Wire.QueryHeader header = Wire.QueryHeader.getDefaultInstance();
  private Holes holes = Holes.NONE;
  private @Nullable ByteBuffer first;
  private boolean ended;
  private Set<String> origins = Set.of();

  /// The number of bytes read here since the last credit sent to the node.
  private long owedBytes;

  private RemoteStream(String address, Channel channel, NodeQuery query, QueryControl control) {
    this.address = address;
    this.control = control;
    arrived = new ArrivedParts(address, control);
    var plan = PartialPlan.of(query);
    ofHistograms = plan.isOfHistograms();
    groups = new WireGroupReader(plan, this::chunk, this::needRoom);
    call =
        channel.newCall(
            NodeMethods.QUERY,
            CallOptions.DEFAULT.withDeadlineAfter(
                control.remainingNanos() + LAST_NANOS, TimeUnit.NANOSECONDS));
  }

  /// Opens the stream. Returns once the node has selected the series.
  static RemoteStream open(
      String address, Channel channel, List<ShardId> shards, NodeQuery query, QueryControl control)
      throws InterruptedException {
    control.check();
    var stream = new RemoteStream(address, channel, query, control);
    try {
      stream.start(shards, query);
      return stream;
    } catch (WireException e) {
      stream.close();
      throw stream.explained(e);
    } catch (RuntimeException | InterruptedException e) {
      stream.close();
      throw e;
    }
  }

  private void start(List<ShardId> shards, NodeQuery query) throws InterruptedException {
    arrived.start(call);
    call.sendMessage(
        Wire.QueryRequest.newBuilder()
            .setQuery(
                Wire.Query.newBuilder()
                    .addAllShards(WireShards.toWire(shards))
                    .setQuery(WireQuery.toWire(query))
                    .setMaxSeries(control.limits().maxSeries())
                    .setMaxDatapoints(control.limits().maxDatapoints())
                    .setSeries(control.series())
                    .setDatapoints(control.datapoints())
                    .setTimeoutNanos(control.remainingNanos() + GRACE_NANOS)
                    .setGroupsVersion(WireGroupWriter.VERSION)
                    .setCreditBytes(CREDIT_BYTES))
            .build());
    Wire.QueryPart part = arrived.take();
    if (part == null || !part.hasHeader()) {
      throw new WireException("the answer has no header");
    }
    header = part.getHeader();
    int version = header.getGroupsVersion();
    if (version < WireGroupWriter.OLDEST_VERSION || version > WireGroupWriter.VERSION) {
      throw new WireException("groups have version " + version);
    }
    if (ofHistograms && version < WireGroupWriter.OLDEST_WITH_HISTOGRAMS) {
      throw new WireException("groups of version %d have no histograms".formatted(version));
    }
    holes = WireHoles.of(header);
    control.addSeries(header.getSeries());
    first = taken(part);
  }

  @Override
  public @Nullable GroupPartial next() throws InterruptedException {
    arrived.release();
    try {
      return groups.next();
    } catch (WireException e) {
      throw explained(e);
    }
  }

  private @Nullable ByteBuffer chunk() throws InterruptedException {
    ByteBuffer chunk = first;
    if (chunk != null) {
      first = null;
      return chunk;
    }
    if (ended) {
      return null;
    }
    Wire.QueryPart part = arrived.take();
    if (part == null) {
      throw new WireException("the answer is truncated");
    }
    return taken(part);
  }

  /// Throws if the query may not hold this many bytes. The reader of the groups counts the memory.
  private void needRoom(long bytes) {
    try {
      control.hold(bytes);
    } finally {
      control.hold(-bytes);
    }
  }

  private ByteBuffer taken(Wire.QueryPart part) {
    if (part.hasEnd()) {
      ended = true;
      origins = new TreeSet<>(part.getEnd().getOriginsList());
    }
    control.addDatapoints(part.getDatapoints(), part.getWorkNanos());
    owedBytes += part.getGroups().size();
    if (!ended && owedBytes >= CREDIT_BYTES / 2) {
      call.sendMessage(Wire.QueryRequest.newBuilder().setCreditBytes(owedBytes).build());
      owedBytes = 0;
    }
    return ArrayOf.bytes(part.getGroups());
  }

  /// Converts to an unavailable node, as another replica may run a compatible version.
  private NodeUnavailableException explained(WireException e) {
    return unreadable(address, e);
  }

  static NodeUnavailableException unreadable(String address, WireException e) {
    return new NodeUnavailableException(
        address, "sent data that this version cannot read: " + e.getMessage(), e);
  }

  @Override
  public Holes holes() {
    return holes;
  }

  @Override
  public List<ShardId> missing() {
    return WireShards.fromWire(header.getMissingList());
  }

  @Override
  public long lagMillis() {
    return header.getLagMillis();
  }

  @Override
  public long pageDatapoints() {
    return header.getPageDatapoints();
  }

  @Override
  public Set<String> origins() {
    return origins;
  }

  @Override
  public void close() {
    if (arrived.close() && !ended) {
      call.cancel("the query was closed", null);
    }
  }
}
