package goku.rpc.wire;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.protobuf.InvalidProtocolBufferException;
import com.google.protobuf.Message;
import goku.model.Hole;
import goku.model.HoleCause;
import goku.model.Holes;
import goku.model.ShardId;
import goku.model.Tag;
import goku.model.TimeRange;
import goku.model.ValueType;
import goku.query.Downsample;
import goku.query.FillPolicy;
import goku.query.Interval;
import goku.query.NodeQuery;
import goku.query.QueryWindow;
import goku.query.SeriesStages;
import goku.query.aggregator.Aggregator;
import goku.query.partial.GroupPartial;
import goku.query.partial.PartialPlan;
import goku.query.usage.MetricUsage;
import goku.query.usage.MetricUsages;
import goku.rpc.FoundSeries;
import goku.rpc.LastPoint;
import goku.rpc.LastQuery;
import goku.rpc.LookupQuery;
import goku.rpc.ShardHealth;
import goku.rpc.ShardState;
import goku.rpc.proto.Wire;
import goku.testkit.fuzz.Fuzz;
import goku.testkit.fuzz.FuzzTarget;
import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/// A fuzz test that all data of another process is either read or rejected by a `WireException`.
class WireFuzzTest {
  private static final List<ShardId> SHARDS = List.of(new ShardId("a", 0), new ShardId("b", 2));
  private static final Holes HOLES =
      Holes.before(99, HoleCause.RECOVERY).plus(new Hole(120, 150, HoleCause.DAMAGED));

  /// Returns a byte for the kind of message, followed by the message.
  private static byte[] seed(int kind, Message message) {
    byte[] bytes = message.toByteArray();
    byte[] seed = new byte[bytes.length + 1];
    seed[0] = (byte) kind;
    System.arraycopy(bytes, 0, seed, 1, bytes.length);
    return seed;
  }

  /// The common part of message targets.
  interface Messages extends FuzzTarget {
    void read(int kind, byte[] message) throws InvalidProtocolBufferException;

    @Override
    default void take(byte[] input) throws Exception {
      if (input.length > 0) {
        read(input[0], Arrays.copyOfRange(input, 1, input.length));
      }
    }

    @Override
    default boolean isRefusal(Exception thrown) {
      return thrown instanceof WireException || thrown instanceof InvalidProtocolBufferException;
    }
  }

  /// Messages from a root to a node.
  static final class Requests implements Messages {
    @Override
    public int inputs() {
      return 5_000;
    }

    @Override
    public List<byte[]> seeds() {
      List<byte[]> seeds = new ArrayList<>();
      for (int i = 0; i < 20; i++) {
        var random = new RandomQueries(i);
        seeds.add(seed(0, WireQuery.toWire(random.query())));
        var lookup = new LookupQuery(random.filter(), random.words(), random.words(), i);
        seeds.add(seed(1, WireSearches.toWire(SHARDS, lookup)));
        var last = new LastQuery(random.filter(), random.range(), i);
        seeds.add(seed(2, WireSearches.toWire(SHARDS, last)));
      }
      seeds.add(seed(4, correlation()));
      seeds.add(seed(4, correlation().toBuilder().clearNeedle().setBaseline(8).build()));
      seeds.add(seed(3, WireUsage.tagKeysRequest(SHARDS, Set.of("cpu", "mem"))));
      return seeds;
    }

    private static Wire.SearchRequest correlation() {
      var haystack =
          Wire.Haystack.newBuilder()
              .addMetrics(Wire.MetricPattern.newBuilder().setText("c").setIsPrefix(true))
              .addExcluded(Wire.MetricPattern.newBuilder().setText("cpu"));
      var needle = Wire.Needle.newBuilder().setScore("PEARSON").setMaxLag(1);
      IntStream.range(0, 10).forEach(i -> needle.addValues(i % 3));
      return Wire.SearchRequest.newBuilder()
          .addAllShards(WireShards.toWire(SHARDS))
          .setHaystack(haystack)
          .setStages(stages())
          .setResolution(Wire.Resolution.newBuilder().setValue("AVERAGE"))
          .setNeedle(needle)
          .setTop(3)
          .build();
    }

    private static Wire.Stages stages() {
      var downsample = new Downsample(new Interval.Fixed(1000), Aggregator.AVG, FillPolicy.NONE);
      var window = QueryWindow.of(new TimeRange(0, 9000), downsample);
      return WireStages.toWire(new SeriesStages(downsample, null, window));
    }

    @Override
    public void read(int kind, byte[] message) throws InvalidProtocolBufferException {
      switch (kind) {
        case 4 -> WireSeriesSearch.fromWire(Wire.SearchRequest.parseFrom(message));
        case 0 -> {
          NodeQuery query = WireQuery.fromWire(Wire.NodeQuery.parseFrom(message));
          assertThat(WireQuery.fromWire(WireQuery.toWire(query))).isEqualTo(query);
        }
        case 1 -> WireSearches.fromWire(Wire.LookupRequest.parseFrom(message));
        case 2 -> WireSearches.fromWire(Wire.LastRequest.parseFrom(message));
        default -> WireShards.fromWire(Wire.TagKeysRequest.parseFrom(message).getShardsList());
      }
    }
  }

  /// Messages from a node to a root, except groups.
  static final class Answers implements Messages {
    @Override
    public int inputs() {
      return 45_000;
    }

    @Override
    public List<byte[]> seeds() throws InterruptedException {
      var series = new FoundSeries("cpu", List.of(new Tag("a", "ü"), new Tag("b", "")));
      var health = new ShardHealth(SHARDS.getFirst(), ShardState.RECOVERING, 12, HOLES);
      var usage = new MetricUsages(1000, List.of(new MetricUsage("a", "cpu", 1, 2, 3, 4)));
      return List.of(
          seed(0, WireShards.toWire(() -> List.of(health))),
          seed(1, WireSearches.toWire(series)),
          seed(2, last(series, ValueType.PLAIN)),
          seed(2, last(series, ValueType.LONGS)),
          seed(3, WireUsage.toWire(usage).getFirst()),
          seed(4, Wire.TagKeysPart.newBuilder().setKey("k").addValues(5).addValues(-5).build()),
          seed(
              5,
              Wire.TagValuesPart.newBuilder()
                  .addValues(Wire.TagValueUsage.newBuilder().setValue("v").setSeries(3))
                  .build()),
          seed(6, Wire.DeleteAnswer.newBuilder().setOutcome("DONE").build()));
    }

    private static Message last(FoundSeries series, ValueType type) {
      return WireSearches.toWire(new LastPoint(series, 1_700_000_000_000L, type, 4.5));
    }

    @Override
    public void read(int kind, byte[] message) throws InvalidProtocolBufferException {
      switch (kind) {
        case 0 -> WireShards.fromWire(Wire.HealthAnswer.parseFrom(message));
        case 1 -> WireSearches.fromWire(Wire.Series.parseFrom(message));
        case 2 -> WireSearches.fromWire(Wire.LastPoint.parseFrom(message));
        case 3 -> WireUsage.usagesFromWire(List.of(Wire.UsagePart.parseFrom(message)));
        case 4 -> WireUsage.fromWire(Wire.TagKeysPart.parseFrom(message));
        case 5 -> WireUsage.fromWire(Wire.TagValuesPart.parseFrom(message));
        default -> WireShards.outcome(Wire.DeleteAnswer.parseFrom(message));
      }
    }
  }

  /// Random bytes read as groups. The first byte gives the grid flag and the length of the chunks.
  static final class Groups implements FuzzTarget {
    private static final int SLOTS = 3;
    private static final long MOST_BYTES = 16 << 20;

    private final PartialPlan grid = new RandomGroups(0, SLOTS, true).plan;
    private final PartialPlan runs = new RandomGroups(0, SLOTS, false).plan;

    @Override
    public int inputs() {
      return 15_000;
    }

    @Override
    public List<byte[]> seeds() throws InterruptedException {
      List<byte[]> seeds = new ArrayList<>();
      for (int i = 0; i < 20; i++) {
        var groups = new RandomGroups(i, SLOTS, i % 2 == 0);
        var bytes = new ByteArrayOutputStream();
        bytes.write(i % 2);
        var writer =
            new WireGroupWriter(
                (chunk, length) -> bytes.write(chunk, 0, length), WireGroupWriter.VERSION);
        writer.write(groups.next());
        writer.write(groups.next());
        writer.flush();
        seeds.add(bytes.toByteArray());
      }
      return seeds;
    }

    @Override
    public void take(byte[] input) throws InterruptedException {
      if (input.length == 0) {
        return;
      }
      int eighths = (input[0] & 0xff) >> 1;
      int chunk = eighths == 0 ? input.length : eighths * Long.BYTES;
      var chunks = new Chunks(input, chunk);
      var reader =
          new WireGroupReader((input[0] & 1) == 0 ? grid : runs, chunks::next, Groups::needRoom);
      for (GroupPartial group = reader.next(); group != null; group = reader.next()) {
        assertThat(ShownGroups.of(group)).isNotEmpty();
      }
    }

    private static void needRoom(long bytes) {
      if (bytes > MOST_BYTES) {
        throw new WireException("no room");
      }
    }

    @Override
    public boolean isRefusal(Exception thrown) {
      return thrown instanceof WireException;
    }
  }

  /// The bytes after the first one, in chunks.
  private static final class Chunks {
    private final byte[] input;
    private final int bytes;
    private int next = 1;

    Chunks(byte[] input, int bytes) {
      this.input = input;
      this.bytes = bytes;
    }

    @Nullable ByteBuffer next() {
      if (next >= input.length) {
        return null;
      }
      int length = Math.min(bytes, input.length - next);
      next += length;
      return ByteBuffer.wrap(input, next - length, length);
    }
  }

  @Test
  void allDataIsReadOrRejected() throws Exception {
    Fuzz.run(Requests.class, Answers.class, Groups.class);
  }
}
