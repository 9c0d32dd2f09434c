package goku.rpc.grpc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import goku.model.HistogramMetric;
import goku.model.SeriesFilter;
import goku.model.SeriesName;
import goku.model.histogram.FixedShape;
import goku.model.histogram.Histograms;
import goku.query.NodeQuery;
import goku.query.control.QueryControl;
import goku.query.partial.PartialStream;
import goku.rpc.LocalStorageNode;
import goku.rpc.NodeUnavailableException;
import goku.rpc.proto.Wire;
import goku.rpc.wire.ShownGroups;
import goku.testkit.shard.MemoryShard;
import goku.testkit.shard.TypedValue;
import io.grpc.CallOptions;
import io.grpc.Channel;
import io.grpc.ClientCall;
import io.grpc.ClientInterceptor;
import io.grpc.ClientInterceptors;
import io.grpc.ForwardingClientCall.SimpleForwardingClientCall;
import io.grpc.ForwardingClientCallListener.SimpleForwardingClientCallListener;
import io.grpc.InsecureChannelCredentials;
import io.grpc.ManagedChannel;
import io.grpc.Metadata;
import io.grpc.MethodDescriptor;
import io.grpc.netty.NettyChannelBuilder;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/// A test of roots and nodes that support different versions of the groups' layout.
class MixedVersionsTest {
  private static final NodeQuery HISTOGRAMS =
      new NodeQuery(
          new SeriesFilter(HistogramMetric.of("h"), List.of(), false),
          RpcFixture.EACH.stages(),
          RpcFixture.EACH.grouping(),
          false,
          RpcFixture.EACH.resolution());

  private final MemoryShard shard = new MemoryShard();
  private final LocalStorageNode local = new LocalStorageNode(_ -> Optional.of(shard), 1);
  private final RpcFixture rpc = new RpcFixture(local);
  private final ManagedChannel channel =
      NettyChannelBuilder.forTarget(
              "dns:///" + rpc.server.address(), InsecureChannelCredentials.create())
          .build();

  @AfterEach
  void close() {
    channel.shutdownNow();
    rpc.close();
    local.close();
  }

  @Test
  void aRootOfThisVersionGetsTypes() throws Exception {
    assertThat(answer(2, 2)).contains("LONGS").contains("[" + (1L << 53 | 1) + "]");
    assertThat(answer(3, 3)).contains("LONGS");
    assertThat(answer(4, 3)).contains("LONGS");
  }

  @Test
  void aRootOfAnOlderVersionGetsRoundedIntegers() throws Exception {
    long rounded = Double.doubleToRawLongBits(0x1p53);
    assertThat(answer(1, 1)).contains("PLAIN").contains("[" + rounded + "]");
  }

  @Test
  void aRootWithoutAVersionIsRefused() {
    assertThatThrownBy(() -> answer(0, 1))
        .isInstanceOf(NodeUnavailableException.class)
        .hasMessageContaining("reads groups version=0, this node writes 1 or later");
  }

  @Test
  void aNodeOfAnUnknownVersionIsUnavailable() {
    assertThatThrownBy(() -> answer(2, 4)).isInstanceOf(NodeUnavailableException.class);
    assertThatThrownBy(() -> answer(2, 0)).isInstanceOf(NodeUnavailableException.class);
  }

  @Test
  void histogramsNeedBothInThisVersion() throws Exception {
    var store = new Histograms();
    int handle = store.add(FixedShape.of(new float[] {0}, new float[] {1}));
    shard.put(
        SeriesName.of(HistogramMetric.of("h"), Map.of()), 10, TypedValue.histogram(store, handle));
    assertThat(answer(3, 3, HISTOGRAMS)).contains("10=");
    assertThatThrownBy(() -> answer(2, 2, HISTOGRAMS))
        .isInstanceOf(NodeUnavailableException.class)
        .hasMessageContaining("cannot answer a query for histograms: upgrade the root");
    assertThatThrownBy(() -> answer(3, 2, HISTOGRAMS))
        .isInstanceOf(NodeUnavailableException.class)
        .hasMessageContaining("groups of version 2 have no histograms");
  }

  private String answer(int asked, int told) throws InterruptedException {
    return answer(asked, told, RpcFixture.EACH);
  }

  private String answer(int asked, int told, NodeQuery query) throws InterruptedException {
    shard.put(SeriesName.of("m", Map.of()), 10, TypedValue.parsed("9007199254740993"));
    Channel other = ClientInterceptors.intercept(channel, new OtherVersion(asked, told));
    try (QueryControl control = rpc.control();
        PartialStream stream =
            RemoteStream.open(rpc.server.address(), other, RpcFixture.SHARDS, query, control)) {
      return ShownGroups.all(stream).getFirst();
    }
  }

  /// A replacement of the versions in the request and in the header of the answer. The node must
  /// have told the older one of the two.
  private record OtherVersion(int asked, int told) implements ClientInterceptor {
    @Override
    public <Q, P> ClientCall<Q, P> interceptCall(
        MethodDescriptor<Q, P> method, CallOptions options, Channel next) {
      return new SimpleForwardingClientCall<>(next.newCall(method, options)) {
        @Override
        public void start(Listener<P> listener, Metadata headers) {
          super.start(
              new SimpleForwardingClientCallListener<>(listener) {
                @Override
                public void onMessage(P message) {
                  super.onMessage(answered(method, message));
                }
              },
              headers);
        }

        @Override
        public void sendMessage(Q message) {
          super.sendMessage(requested(method, message));
        }
      };
    }

    private <Q> Q requested(MethodDescriptor<Q, ?> method, Q message) {
      if (!(message instanceof Wire.QueryRequest request) || !request.hasQuery()) {
        return message;
      }
      Wire.QueryRequest.Builder changed = request.toBuilder();
      changed.getQueryBuilder().setGroupsVersion(asked);
      return method.parseRequest(changed.build().toByteString().newInput());
    }

    private <P> P answered(MethodDescriptor<?, P> method, P message) {
      if (!(message instanceof Wire.QueryPart part) || !part.hasHeader()) {
        return message;
      }
      assertThat(part.getHeader().getGroupsVersion()).isEqualTo(Math.min(asked, 3));
      Wire.QueryPart.Builder changed = part.toBuilder();
      changed.getHeaderBuilder().setGroupsVersion(told);
      return method.parseResponse(changed.build().toByteString().newInput());
    }
  }
}
