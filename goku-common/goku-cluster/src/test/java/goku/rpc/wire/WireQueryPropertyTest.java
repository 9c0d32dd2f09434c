package goku.rpc.wire;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.google.protobuf.InvalidProtocolBufferException;
import goku.model.Hole;
import goku.model.HoleCause;
import goku.model.Holes;
import goku.model.ShardId;
import goku.model.Tag;
import goku.model.ValueType;
import goku.query.NodeQuery;
import goku.rpc.FoundSeries;
import goku.rpc.LastPoint;
import goku.rpc.LastQuery;
import goku.rpc.LookupQuery;
import goku.rpc.ShardHealth;
import goku.rpc.ShardState;
import goku.rpc.proto.Wire;
import java.util.List;
import java.util.Random;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.junit.jupiter.api.Test;

class WireQueryPropertyTest {
  private static final List<ShardId> SHARDS =
      List.of(new ShardId("b", 7), new ShardId("b", 0), new ShardId("a", 1), new ShardId("b", 2));

  @Property(tries = 1000)
  void aQueryIsSentUnchanged(@ForAll long seed) throws InvalidProtocolBufferException {
    NodeQuery query = new RandomQueries(seed).query();
    byte[] wire = WireQuery.toWire(query).toByteArray();
    assertThat(WireQuery.fromWire(Wire.NodeQuery.parseFrom(wire))).isEqualTo(query);
  }

  @Property(tries = 200)
  void searchesAreSentUnchanged(@ForAll long seed) throws InvalidProtocolBufferException {
    var random = new RandomQueries(seed);
    var lookup =
        new LookupQuery(
            random.filter(), random.words(), random.words(), new Random(seed).nextInt(100));
    byte[] wire = WireSearches.toWire(SHARDS, lookup).toByteArray();
    assertThat(WireSearches.fromWire(Wire.LookupRequest.parseFrom(wire))).isEqualTo(lookup);
    var last = new LastQuery(random.filter(), random.range(), seed);
    wire = WireSearches.toWire(SHARDS, last).toByteArray();
    assertThat(WireSearches.fromWire(Wire.LastRequest.parseFrom(wire))).isEqualTo(last);
  }

  @Property(tries = 200)
  void lastDatapointsAreSentBitForBit(@ForAll long seed) throws InvalidProtocolBufferException {
    var random = new Random(seed);
    double value = Double.longBitsToDouble(random.nextLong());
    ValueType type = RandomGroups.TYPES.get(random.nextInt(RandomGroups.TYPES.size()));
    for (double each : new double[] {value, -0.0, 0}) {
      var point =
          new LastPoint(
              new FoundSeries("größe", List.of(new Tag("a", "ü"), new Tag("b", ""))),
              seed,
              type,
              each);
      byte[] wire = WireSearches.toWire(point).toByteArray();
      LastPoint back = WireSearches.fromWire(Wire.LastPoint.parseFrom(wire));
      assertThat(back).isEqualTo(point);
      assertThat(Double.doubleToRawLongBits(back.word()))
          .isEqualTo(Double.doubleToRawLongBits(each));
    }
  }

  @Test
  void rootsWithoutTypesReadARoundedLastDatapoint() {
    double wide = ValueType.word((1L << 53) + 1);
    var point = new LastPoint(new FoundSeries("m", List.of()), 1, ValueType.LONGS, wide);
    assertThat(WireSearches.toWire(point).getValue()).isEqualTo(0x1p53);
  }

  @Test
  void shardsKeepTheirOrder() {
    assertThat(WireShards.fromWire(WireShards.toWire(SHARDS))).isEqualTo(SHARDS);
    assertThat(WireShards.fromWire(WireShards.toWire(List.<ShardId>of()))).isEmpty();
  }

  @Test
  void healthIsSentUnchanged() throws Exception {
    Holes holes =
        Holes.before(1_700_000_000_000L, HoleCause.RECOVERY)
            .plus(new Hole(1_700_000_000_000L, Long.MAX_VALUE, HoleCause.LOG_LOST));
    List<ShardHealth> shards =
        List.of(
            new ShardHealth(SHARDS.getFirst(), ShardState.RECOVERING, 12, holes),
            new ShardHealth(SHARDS.getLast(), ShardState.SERVING, 0, Holes.NONE));
    byte[] wire = WireShards.toWire(() -> shards).toByteArray();
    assertThat(WireShards.fromWire(Wire.HealthAnswer.parseFrom(wire))).isEqualTo(shards);
  }

  @Test
  void unknownPartsAreNamed() {
    var foreign =
        Wire.NodeQuery.newBuilder()
            .setGrouping(Wire.Grouping.newBuilder().setAggregator("FOURIER"))
            .build();
    assertThatThrownBy(() -> WireQuery.fromWire(foreign))
        .isInstanceOf(WireException.class)
        .hasMessageContaining("FOURIER");
    var filter =
        Wire.SeriesFilter.newBuilder().addFilters(Wire.TagFilter.newBuilder().setKey("k")).build();
    assertThatThrownBy(() -> WireFilter.fromWire(filter))
        .isInstanceOf(WireException.class)
        .hasMessageContaining("filter");
  }

  @Test
  void invalidPartsAreNamed() {
    var backwards = Wire.Range.newBuilder().setStartMillis(5).setEndMillis(4);
    var window = Wire.Window.newBuilder().setRange(backwards);
    var query =
        Wire.NodeQuery.newBuilder().setStages(Wire.Stages.newBuilder().setWindow(window)).build();
    assertThatThrownBy(() -> WireQuery.fromWire(query))
        .isInstanceOf(WireException.class)
        .hasMessageContaining("endMillis=4 is before startMillis=5");
    var last = Wire.LastRequest.newBuilder().setRange(backwards).build();
    assertThatThrownBy(() -> WireSearches.fromWire(last)).isInstanceOf(WireException.class);
    var calendar = Wire.Calendar.newBuilder().setUnit("DAYS").setZone("UTC").setLengthMillis(1);
    for (Wire.Interval.Builder interval :
        List.of(
            Wire.Interval.newBuilder().setFixedMillis(0),
            Wire.Interval.newBuilder().setCalendar(calendar))) {
      var downsample = Wire.Downsample.newBuilder().setInterval(interval);
      var endless =
          Wire.NodeQuery.newBuilder()
              .setStages(Wire.Stages.newBuilder().setDownsample(downsample))
              .build();
      assertThatThrownBy(() -> WireQuery.fromWire(endless))
          .isInstanceOf(WireException.class)
          .hasMessage("cannot read interval: invalid length=0");
    }
  }
}
