package goku.memory;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;

/// A reclaimer of memory that was removed from a shared structure, based on epochs.
///
/// A reader calls `pin` before it reads the structure, and closes the pin when it no longer uses
/// anything from the structure. That costs two atomic additions per query. The writer first removes
/// an object from the structure (by a release store), then calls `retire` with the action that
/// frees the object. The action runs once no earlier pin is open.
///
/// A reader pins the current epoch. The writer ends the epoch in which it retired an object. A
/// reader of a later epoch cannot find the object, because loading the epoch acquires everything
/// that was done before it began. Actions of an epoch run once that epoch and all earlier ones have
/// ended and have no pins.
public final class Reclaimer {
  /// The epoch that readers pin. Written under the lock of this object.
  private volatile Epoch current = new Epoch();

  /// Ended epochs, oldest first. Guarded by the lock of this object.
  private final Deque<Epoch> ended = new ArrayDeque<>();

  private volatile boolean waitsForReaders;

  /// Protects everything that can be found from now on, until the pin is closed. For any thread.
  public Pin pin() {
    while (true) {
      Epoch epoch = current;
      if (epoch.enter()) {
        return new Pin(this, epoch);
      }
    }
  }

  /// Runs `giveBack` once no reader can reach the object: now, in a later `collect`, or when the
  /// last reader leaves. Actions run on the thread of the caller or of that reader. Actions of one
  /// reclaimer never overlap.
  public synchronized void retire(Runnable giveBack) {
    current.retired.add(giveBack);
    ended.add(current);
    current = new Epoch();
    collect();
  }

  /// Runs the actions that are due. The writer calls this from time to time.
  public synchronized void collect() {
    while (!ended.isEmpty() && ended.getFirst().seal()) {
      ended.removeFirst().retired.forEach(Runnable::run);
    }
  }

  /// Lets the last reader collect from now on, because the writer is gone. Only for memory that can
  /// be freed without a writer.
  public void leaveToReaders() {
    waitsForReaders = true;
    collect();
  }

  /// A reader's protection. It must be closed exactly once.
  public static final class Pin implements AutoCloseable {
    private final Reclaimer reclaimer;
    private final Epoch epoch;

    private Pin(Reclaimer reclaimer, Epoch epoch) {
      this.reclaimer = reclaimer;
      this.epoch = epoch;
    }

    @Override
    public void close() {
      epoch.leave();
      if (reclaimer.waitsForReaders) {
        reclaimer.collect();
      }
    }
  }

  private static final class Epoch {
    private static final int SEALED = -1;

    private final AtomicInteger pins = new AtomicInteger();
    private final List<Runnable> retired = new ArrayList<>();

    boolean enter() {
      return pins.getAndUpdate(count -> count == SEALED ? SEALED : count + 1) != SEALED;
    }

    void leave() {
      pins.decrementAndGet();
    }

    /// Closes the epoch to late readers. Returns false if it has pins.
    boolean seal() {
      return pins.compareAndSet(0, SEALED);
    }
  }
}
