package goku.longterm.read.access;

import java.util.ArrayDeque;
import java.util.Deque;
import org.rocksdb.ReadOptions;
import org.rocksdb.RocksDB;
import org.rocksdb.RocksIterator;
import org.rocksdb.Slice;

/// The native objects of one selection, and the pin of the buckets that they read. `close` releases
/// all in reverse order. Thread-safe; must be closed after the last read.
public final class OpenReads implements AutoCloseable {
  private final Deque<AutoCloseable> open = new ArrayDeque<>();
  private final ReadOptions gets;
  private boolean closed;

  /// @param pin action that unpins the buckets, run last
  public OpenReads(Runnable pin) {
    open.push(pin::run);
    gets = new ReadOptions();
    open.push(gets);
  }

  /// Returns the options for reading single keys: checksums verified, blocks cached.
  public ReadOptions gets() {
    return gets;
  }

  /// Returns an iterator over the keys before the bound. RocksDB reads ahead on its own once the
  /// iterator moves from block to block, more each time.
  public RocksIterator iterator(RocksDB db, byte[] bound) {
    synchronized (open) {
      if (closed) {
        throw new IllegalStateException("cannot open an iterator: the selection is closed");
      }
      var slice = new Slice(bound);
      open.push(slice);
      ReadOptions options = new ReadOptions().setIterateUpperBound(slice).setTotalOrderSeek(true);
      open.push(options);
      RocksIterator iterator = db.newIterator(options);
      open.push(iterator);
      return iterator;
    }
  }

  public boolean isClosed() {
    synchronized (open) {
      return closed;
    }
  }

  @Override
  public void close() {
    synchronized (open) {
      closed = true;
      while (!open.isEmpty()) {
        close(open.pop());
      }
    }
  }

  private static void close(AutoCloseable one) {
    try {
      one.close();
    } catch (Exception e) {
      throw new IllegalStateException("cannot release " + one, e);
    }
  }
}
