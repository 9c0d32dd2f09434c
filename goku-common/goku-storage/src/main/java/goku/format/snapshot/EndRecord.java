package goku.format.snapshot;

import static goku.format.snapshot.SnapshotLayout.END;

/// The record that ends a snapshot, with the counts of everything before it.
record EndRecord(long frames, long terms, long series, long streams) {
  void write(ByteWriter out) {
    out.reserve(1 + 4 * ByteWriter.MAX_VARINT_BYTES);
    out.put(END);
    out.putVarint(frames);
    out.putVarint(terms);
    out.putVarint(series);
    out.putVarint(streams);
  }

  /// Reads a frame that consists of only this record.
  static EndRecord read(ByteReader in) {
    in.get();
    var end = new EndRecord(in.getVarint(), in.getVarint(), in.getVarint(), in.getVarint());
    if (in.hasMore()) {
      throw ByteReader.corrupt(in.offset(), in.left() + " bytes more", "the end of the frame");
    }
    return end;
  }
}
