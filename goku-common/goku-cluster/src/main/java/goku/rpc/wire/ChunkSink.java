package goku.rpc.wire;

/// Takes the stream of groups in chunks.
@FunctionalInterface
public interface ChunkSink {
  /// The first `length` bytes are the next chunk. They are used again when it returns.
  void accept(byte[] bytes, int length) throws InterruptedException;
}
