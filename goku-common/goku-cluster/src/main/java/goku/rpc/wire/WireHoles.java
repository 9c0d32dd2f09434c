package goku.rpc.wire;

import goku.model.Hole;
import goku.model.HoleCause;
import goku.model.Holes;
import goku.rpc.proto.Wire;
import java.util.List;

/// The conversion of holes to messages and back. Beside them, messages state the time from which
/// the data is complete, for processes of versions without holes.
public final class WireHoles {
  private WireHoles() {}

  public static List<Wire.Hole> toWire(Holes holes) {
    return holes.isEmpty() ? List.of() : holes.all().stream().map(WireHoles::toWire).toList();
  }

  private static Wire.Hole toWire(Hole hole) {
    return Wire.Hole.newBuilder()
        .setStartMillis(hole.startMillis())
        .setEndMillis(hole.endMillis())
        .setCause(hole.cause().name())
        .build();
  }

  /// Returns the holes of a message. Causes of newer versions become `OTHER`.
  ///
  /// @throws WireException if a hole is invalid
  public static Holes fromWire(List<Wire.Hole> wire) {
    try {
      return wire.isEmpty()
          ? Holes.NONE
          : Holes.of(
              wire.stream()
                  .map(
                      hole ->
                          new Hole(
                              hole.getStartMillis(),
                              hole.getEndMillis(),
                              HoleCause.ofName(hole.getCause())))
                  .toList());
    } catch (IllegalArgumentException e) {
      throw WireException.of("holes", e);
    }
  }

  /// Returns the holes of a message that an older version may have sent, which states only the time
  /// from which the data is complete.
  static Holes fromWire(List<Wire.Hole> wire, long completeFromMillis) {
    return wire.isEmpty() ? Holes.before(completeFromMillis, HoleCause.RECOVERY) : fromWire(wire);
  }

  public static Holes of(Wire.QueryHeader header) {
    return fromWire(header.getHolesList(), header.getCompleteFromMillis());
  }

  public static Holes of(Wire.Names part) {
    return fromWire(part.getHolesList());
  }

  public static Holes of(Wire.LookupPart part) {
    return fromWire(part.getHolesList());
  }

  public static Holes of(Wire.LastPart part) {
    return fromWire(part.getHolesList(), part.getCompleteFromMillis());
  }
}
