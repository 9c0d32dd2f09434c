package goku.format.snapshot;

import static goku.format.snapshot.SnapshotLayout.STATE_VERSION;

import goku.format.batch.InputRange;
import goku.model.Hole;
import goku.model.HoleCause;
import goku.model.Holes;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;

/// The fields of a shard's state in the description of a snapshot. Stateless.
final class StateFields {
  private StateFields() {}

  /// Returns a number of bytes that suffices.
  static int mostBytes(SnapshotState state) {
    int hole = 3 * ByteWriter.MAX_VARINT_BYTES;
    int decision = 2 * ByteWriter.MAX_VARINT_BYTES;
    return 3 * Long.BYTES
        + 5 * ByteWriter.MAX_VARINT_BYTES
        + hole * state.holes().all().size()
        + decision * state.decisions().size()
        + InputFields.mostBytes(state.inputs());
  }

  static void write(SnapshotState state, ByteWriter out) {
    out.putZigzag(state.number());
    out.putLong(state.log().id().getMostSignificantBits());
    out.putLong(state.log().id().getLeastSignificantBits());
    out.putLong(state.log().recordHash());
    out.putZigzag(state.log().endOffset());
    out.putZigzag(state.oldestMillis());
    out.putVarint(state.holes().all().size());
    for (Hole hole : state.holes().all()) {
      out.putZigzag(hole.startMillis());
      out.putZigzag(hole.endMillis());
      out.putVarint(hole.cause().code());
    }
    out.putVarint(state.decisions().size());
    for (SnapshotState.Decision decision : state.decisions()) {
      out.putZigzag(decision.startMillis());
      out.putZigzag(decision.offset());
    }
    if (state.version() > STATE_VERSION) {
      InputFields.write(state.inputs(), out);
    }
  }

  static SnapshotState read(int version, ByteReader in) {
    long number = in.getZigzag();
    var log = new SnapshotLog(new UUID(in.getLong(), in.getLong()), in.getLong(), in.getZigzag());
    long oldestMillis = in.getZigzag();
    int holeCount = in.getCount(in.left(), "holes");
    List<Hole> holes = new ArrayList<>();
    for (int i = 0; i < holeCount; i++) {
      holes.add(hole(in));
    }
    int decisionCount = in.getCount(in.left(), "decisions");
    List<SnapshotState.Decision> decisions = new ArrayList<>();
    for (int i = 0; i < decisionCount; i++) {
      decisions.add(new SnapshotState.Decision(in.getZigzag(), in.getZigzag()));
    }
    List<InputRange> inputs = version > STATE_VERSION ? InputFields.read(in) : List.of();
    return new SnapshotState(number, log, oldestMillis, Holes.of(holes), decisions, inputs);
  }

  private static Hole hole(ByteReader in) {
    long at = in.offset();
    long start = in.getZigzag();
    long end = in.getZigzag();
    int cause = in.getCount(0xFF, "as the cause of a hole");
    if (end <= start) {
      throw ByteReader.corrupt(at, "a hole from %d to %d".formatted(start, end), "a later end");
    }
    return new Hole(start, end, HoleCause.ofCode(cause));
  }
}
