package goku.rpc.wire;

import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;

/// A source of the stream of groups in chunks.
@FunctionalInterface
public interface ChunkSource {
  /// Returns the next chunk; null at the end.
  @Nullable ByteBuffer next() throws InterruptedException;
}
