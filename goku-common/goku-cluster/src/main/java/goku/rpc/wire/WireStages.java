package goku.rpc.wire;

import goku.model.TimeRange;
import goku.query.Downsample;
import goku.query.FillPolicy;
import goku.query.Interval;
import goku.query.Page;
import goku.query.QueryWindow;
import goku.query.RateOptions;
import goku.query.Seam;
import goku.query.SeriesStages;
import goku.query.aggregator.Aggregator;
import goku.rpc.proto.Wire;
import java.time.DateTimeException;
import java.time.ZoneId;
import java.time.temporal.ChronoUnit;

/// The conversion of series stages to messages and back.
final class WireStages {
  private WireStages() {}

  static Wire.Stages toWire(SeriesStages stages) {
    var wire = Wire.Stages.newBuilder().setWindow(toWire(stages.window()));
    Downsample downsample = stages.downsample();
    if (downsample != null) {
      wire.setDownsample(
          Wire.Downsample.newBuilder()
              .setInterval(toWire(downsample.interval()))
              .setFunction(downsample.function().name())
              .setFill(downsample.fill().name()));
    }
    RateOptions rate = stages.rate();
    if (rate != null) {
      wire.setRate(
          Wire.Rate.newBuilder()
              .setCounter(rate.counter())
              .setCounterMax(rate.counterMax())
              .setResetValue(rate.resetValue())
              .setDropResets(rate.dropResets()));
    }
    Seam seam = stages.seam();
    if (seam != null) {
      wire.setSeam(
          Wire.Seam.newBuilder()
              .setStartMillis(seam.startMillis())
              .setEndMillis(seam.endMillis())
              .setJoined(seam.joined()));
    }
    Page page = stages.page();
    if (page != null) {
      wire.setPage(toWire(page));
    }
    return wire.build();
  }

  private static Wire.Page toWire(Page page) {
    var wire =
        Wire.Page.newBuilder()
            .setFromMillis(page.fromMillis())
            .setToMillis(page.toMillis())
            .setBefore(page.before())
            .setAfter(page.after())
            .setIntegers(page.integers());
    Interval slots = page.slots();
    return (slots == null ? wire : wire.setSlots(toWire(slots))).build();
  }

  static SeriesStages fromWire(Wire.Stages wire) {
    return new SeriesStages(
        wire.hasDownsample() ? fromWire(wire.getDownsample()) : null,
        wire.hasRate() ? fromWire(wire.getRate()) : null,
        fromWire(wire.getWindow()),
        wire.hasSeam() ? fromWire(wire.getSeam()) : null,
        wire.hasPage() ? fromWire(wire.getPage()) : null);
  }

  private static Page fromWire(Wire.Page wire) {
    return new Page(
        wire.getFromMillis(),
        wire.getToMillis(),
        wire.hasSlots() ? fromWire(wire.getSlots()) : null,
        wire.getBefore(),
        wire.getAfter(),
        wire.getIntegers());
  }

  private static Downsample fromWire(Wire.Downsample wire) {
    return new Downsample(
        fromWire(wire.getInterval()),
        Names.of(Aggregator.class, wire.getFunction()),
        Names.of(FillPolicy.class, wire.getFill()));
  }

  private static RateOptions fromWire(Wire.Rate wire) {
    return new RateOptions(
        wire.getCounter(), wire.getCounterMax(), wire.getResetValue(), wire.getDropResets());
  }

  private static Seam fromWire(Wire.Seam wire) {
    return new Seam(wire.getStartMillis(), wire.getEndMillis(), wire.getJoined());
  }

  private static Wire.Interval toWire(Interval interval) {
    var wire = Wire.Interval.newBuilder();
    switch (interval) {
      case Interval.Everything all -> wire.setEverything(Wire.Nothing.getDefaultInstance());
      case Interval.Fixed fixed -> wire.setFixedMillis(fixed.lengthMillis());
      case Interval.Aligned aligned ->
          wire.setAligned(
              Wire.Aligned.newBuilder()
                  .setLengthMillis(aligned.lengthMillis())
                  .setOriginMillis(aligned.originMillis()));
      case Interval.Calendar calendar ->
          wire.setCalendar(
              Wire.Calendar.newBuilder()
                  .setCount(calendar.count())
                  .setUnit(calendar.unit().name())
                  .setZone(calendar.zone().getId())
                  .setLengthMillis(calendar.lengthMillis()));
    }
    return wire.build();
  }

  private static Interval fromWire(Wire.Interval wire) {
    return switch (wire.getKindCase()) {
      case EVERYTHING -> new Interval.Everything();
      case FIXED_MILLIS -> new Interval.Fixed(positive(wire.getFixedMillis()));
      case ALIGNED -> {
        Wire.Aligned aligned = wire.getAligned();
        yield new Interval.Aligned(positive(aligned.getLengthMillis()), aligned.getOriginMillis());
      }
      case CALENDAR -> {
        Wire.Calendar calendar = wire.getCalendar();
        yield new Interval.Calendar(
            (int) positive(calendar.getCount()),
            Names.of(ChronoUnit.class, calendar.getUnit()),
            zone(calendar.getZone()),
            positive(calendar.getLengthMillis()));
      }
      case KIND_NOT_SET ->
          throw new WireException("cannot read interval: its kind is unknown in this version");
    };
  }

  /// Rejects intervals that are not positive: a node would divide by zero or loop forever.
  private static long positive(long value) {
    if (value < 1) {
      throw new WireException("cannot read interval: invalid length=" + value);
    }
    return value;
  }

  private static ZoneId zone(String id) {
    try {
      return ZoneId.of(id);
    } catch (DateTimeException e) {
      throw new WireException(
          "cannot read time zone '%s': unknown in this version".formatted(id), e);
    }
  }

  static Wire.Window toWire(QueryWindow window) {
    return Wire.Window.newBuilder()
        .setRange(toWire(window.range()))
        .setRead(toWire(window.read()))
        .build();
  }

  static QueryWindow fromWire(Wire.Window wire) {
    return new QueryWindow(fromWire(wire.getRange()), fromWire(wire.getRead()));
  }

  static Wire.Range toWire(TimeRange range) {
    return Wire.Range.newBuilder()
        .setStartMillis(range.startMillis())
        .setEndMillis(range.endMillis())
        .build();
  }

  static TimeRange fromWire(Wire.Range wire) {
    return new TimeRange(wire.getStartMillis(), wire.getEndMillis());
  }
}
