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
        + 6 * ByteWriter.MAX_VARINT_BYTES
        + hole * state.holes().all().size()
        + decision * state.decisions().size()
        + InputFields.mostBytes(state.inputs());
  }

  static void write(SnapshotState state, int version, ByteWriter out) {
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
    if (version > STATE_VERSION) {
      out.putZigzag(state.log().leaderEpoch());
      InputFields.write(state.inputs(), out);
    }
  }

  static SnapshotState read(ByteReader in, int version) {
    long number = in.getZigzag();
    var id = new UUID(in.getLong(), in.getLong());
    long recordHash = in.getLong();
    long endOffset = in.getZigzag();
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
    int leaderEpoch = version > STATE_VERSION ? epoch(in) : SnapshotLog.NO_EPOCH;
    List<InputRange> inputs = version > STATE_VERSION ? InputFields.read(in) : List.of();
    var log = new SnapshotLog(id, recordHash, endOffset, leaderEpoch);
    return new SnapshotState(number, log, oldestMillis, Holes.of(holes), decisions, inputs);
  }

  private static int epoch(ByteReader in) {
    long at = in.offset();
    long epoch = in.getZigzag();
    if (epoch < SnapshotLog.NO_EPOCH || epoch > Integer.MAX_VALUE) {
      throw ByteReader.corrupt(
          at, "leader epoch " + epoch, "-1 to %d".formatted(Integer.MAX_VALUE));
    }
    return (int) epoch;
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
