package goku.rpc.wire;

import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;

/// Gives the stream of groups in chunks.
@FunctionalInterface
public interface ChunkSource {
  /// The next chunk; null at the end.
  @Nullable ByteBuffer next() throws InterruptedException;
}
