package goku.root.opentsdb.wire;

import goku.http.HttpError;
import goku.root.compacted.table.ChangeRefusedException;
import goku.root.compacted.table.Held;
import goku.root.compacted.table.TableChange;
import goku.root.compacted.table.TableWriter;
import java.util.Collection;
import java.util.List;

/// The writes of a table. Rejections become `HttpError`s.
public record TableEdits<K extends Comparable<K>, V extends Held<K>>(TableWriter<K, V> writer) {
  public Collection<V> save(List<? extends TableChange<K, V>> changes, boolean replace)
      throws InterruptedException {
    try {
      return writer.save(changes, replace);
    } catch (ChangeRefusedException e) {
      throw refused(e);
    }
  }

  public void delete(Collection<K> keys) throws InterruptedException {
    try {
      writer.delete(keys);
    } catch (ChangeRefusedException e) {
      throw refused(e);
    }
  }

  private static HttpError refused(ChangeRefusedException e) {
    int status =
        switch (e.reason()) {
          case FULL, TOO_LONG -> 413;
          case UNAVAILABLE -> 503;
        };
    return new HttpError(status, String.valueOf(e.getMessage()));
  }
}
