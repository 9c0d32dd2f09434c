package goku.memory;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;

/// Decides when memory that was taken out of a shared structure may be used again.
///
/// Readers `pin` before they look at the structure and close the pin when they hold nothing of it
/// any more: two atomic additions a query, whatever it reads. The writer first takes a thing out of
/// the structure (by a release store), then calls `retire` with what gives the thing back. That
/// action runs when no pin is left that was taken before.
///
/// How: time is cut into epochs. A reader pins the current epoch; the writer ends the epoch in
/// which it retired something. A reader of a later epoch cannot find the thing, because loading the
/// epoch acquires everything that was done before the epoch began. Actions of an epoch run once it
/// and all epochs before it have ended and have no pins.
public final class Reclaimer {
  /// The epoch that readers pin. Written under the lock of this.
  private volatile Epoch current = new Epoch();

  /// Ended epochs, oldest first. Guarded by the lock of this.
  private final Deque<Epoch> ended = new ArrayDeque<>();

  private volatile boolean waitsForReaders;

  /// Protects all that can be found from now on, until the pin is closed. Any thread.
  public Pin pin() {
    while (true) {
      Epoch epoch = current;
      if (epoch.enter()) {
        return new Pin(this, epoch);
      }
    }
  }

  /// Runs `giveBack` once nobody can reach the thing any more: now, in a later `collect`, or when
  /// the last reader leaves. Actions run one at a time, on the thread of the caller or of that
  /// reader; those of one reclaimer never overlap.
  public synchronized void retire(Runnable giveBack) {
    current.retired.add(giveBack);
    ended.add(current);
    current = new Epoch();
    collect();
  }

  /// Runs the actions whose time has come. The writer calls it from time to time.
  public synchronized void collect() {
    while (!ended.isEmpty() && ended.getFirst().seal()) {
      ended.removeFirst().retired.forEach(Runnable::run);
    }
  }

  /// From now on the last reader collects by itself, as the writer is gone. Only for things that
  /// need no writer to be given back.
  public void leaveToReaders() {
    waitsForReaders = true;
    collect();
  }

  /// A reader's hold. Close it exactly once.
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

    /// Closes the epoch to late readers, unless it has pins.
    boolean seal() {
      return pins.compareAndSet(0, SEALED);
    }
  }
}
