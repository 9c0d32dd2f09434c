package goku.cluster.helix;

import org.apache.helix.NotificationContext;
import org.apache.helix.model.Message;
import org.apache.helix.participant.statemachine.StateModel;
import org.apache.helix.participant.statemachine.StateModelFactory;
import org.apache.helix.participant.statemachine.StateTransitionError;

/// Helix's state models of the shards: a node has its online shards and no others.
///
/// Helix finds transitions by the names of public methods. When a session is lost, Helix resets all
/// shards to offline. The node releases nothing then and keeps serving. Shards that still belong to
/// the node go online again, which takes the existing ones. The others are dropped, which releases
/// them.
final class ShardModels extends StateModelFactory<ShardModels.Model> {
  private final HeldShards shards;

  ShardModels(HeldShards shards) {
    this.shards = shards;
  }

  @Override
  public Model createNewStateModel(String resource, String partition) {
    return new Model(shards, resource, partition);
  }

  /// The state model of one partition. Public, as Helix calls it by reflection.
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

    /// Handles the reset of a failed partition, before its transition is retried.
    public void onBecomeOfflineFromError(Message message, NotificationContext context) {
      // the next transition tells whether to take or to release
    }

    @Override
    public void onBecomeDroppedFromError(Message message, NotificationContext context) {
      shards.release(resource, partition);
    }

    @Override
    public void rollbackOnError(
        Message message, NotificationContext context, StateTransitionError error) {
      // already logged and remembered at the failure
    }

    @Override
    public void reset() {
      // the node keeps its shards until another node has taken them over
    }
  }
}
