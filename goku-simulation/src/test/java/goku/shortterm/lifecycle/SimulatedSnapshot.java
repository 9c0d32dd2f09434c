package goku.shortterm.lifecycle;

import goku.memory.Reclaimer;
import goku.shortterm.shard.ShardCapture;
import java.util.Optional;
import java.util.concurrent.Future;

/// A snapshot that a thread of its own takes, while the writer of the shard continues: requested at
/// one time, and saved at another one. Both in the thread of the simulation.
public final class SimulatedSnapshot {
  private final ShardLifecycle life;
  private final Reclaimer.Pin pin;
  private final Future<ShardCapture> requested;

  private SimulatedSnapshot(ShardLifecycle life) {
    this.life = life;
    pin = life.shard().reclaimer().pin();
    requested = life.shard().requestCapture();
  }

  /// Requests a snapshot, unless nothing was applied since the last one.
  public static Optional<SimulatedSnapshot> request(ShardLifecycle life) {
    return life.isWorthASnapshot() ? Optional.of(new SimulatedSnapshot(life)) : Optional.empty();
  }

  /// Ends without a snapshot, after the writer is gone.
  public void abandon() {
    pin.close();
  }

  /// Lets the writer serve the request, and saves what it gave.
  public void save() {
    try (Reclaimer.Pin _ = pin) {
      while (!requested.isDone()) {
        life.shard().proceed();
      }
      life.save(requested);
    } catch (InterruptedException impossible) {
      throw new IllegalStateException(impossible);
    }
  }
}
