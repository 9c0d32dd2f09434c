package goku.rpc.wire;

/// A receiver of the stream of groups in chunks.
@FunctionalInterface
public interface ChunkSink {
  /// Takes the next chunk, the first `length` bytes. The caller reuses the array after the return.
  void accept(byte[] bytes, int length) throws InterruptedException;
}
