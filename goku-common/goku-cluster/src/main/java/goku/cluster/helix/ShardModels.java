package goku.cluster.helix;

import org.apache.helix.NotificationContext;
import org.apache.helix.model.Message;
import org.apache.helix.participant.statemachine.StateModel;
import org.apache.helix.participant.statemachine.StateModelFactory;
import org.apache.helix.participant.statemachine.StateTransitionError;

/// Helix's view of the shards: online ones are taken, offline ones are not.
///
/// Helix finds transitions by the names of public methods. A lost session resets all shards to
/// offline; nothing is released then, the node serves on. Those that are still its own come online
/// again, which takes what is there; the others are dropped, which releases them.
final class ShardModels extends StateModelFactory<ShardModels.Model> {
  private final HeldShards shards;

  ShardModels(HeldShards shards) {
    this.shards = shards;
  }

  @Override
  public Model createNewStateModel(String resource, String partition) {
    return new Model(shards, resource, partition);
  }

  /// One partition. Public, as Helix calls it by reflection.
  public static final class Model extends StateModel {
    private final HeldShards shards;
    private final String resource;
    private final String partition;

    private Model(HeldShards shards, String resource, String partition) {
      this.shards = shards;
      this.resource = resource;
      this.partition = partition;
    }

    public void onBecomeOnlineFromOffline(Message message, NotificationContext context) {
      shards.take(resource, partition);
    }

    public void onBecomeOfflineFromOnline(Message message, NotificationContext context) {
      shards.release(resource, partition);
    }

    public void onBecomeDroppedFromOffline(Message message, NotificationContext context) {
      shards.release(resource, partition);
    }

    /// A failed transition is to be tried again.
    public void onBecomeOfflineFromError(Message message, NotificationContext context) {
      // what comes next says whether to take or to release
    }

    @Override
    public void onBecomeDroppedFromError(Message message, NotificationContext context) {
      shards.release(resource, partition);
    }

    @Override
    public void rollbackOnError(
        Message message, NotificationContext context, StateTransitionError error) {
      // logged and kept in mind where it failed
    }

    @Override
    public void reset() {
      // the node keeps what it has until it is told that others have it
    }
  }
}
