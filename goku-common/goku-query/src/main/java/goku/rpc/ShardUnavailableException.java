package goku.rpc;

import goku.model.ShardId;
import goku.query.shard.UnavailableDataException;

/// A shard that a call needs and no node currently serves. Retrying later can help.
public final class ShardUnavailableException extends UnavailableDataException {
  private static final long serialVersionUID = 1L;

  private final String shard;

  public ShardUnavailableException(ShardId shard) {
    this(shard.toString());
  }

  /// @param shard the shard's name, for people
  public ShardUnavailableException(String shard) {
    super(
        "shard %s is not available: no node serves it at this moment; try again".formatted(shard));
    this.shard = shard;
  }

  /// Returns the shard's name, for people.
  public String shard() {
    return shard;
  }
}
