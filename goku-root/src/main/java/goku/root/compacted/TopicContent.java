package goku.root.compacted;

/// A consumer of the records of a topic. Used by one thread.
public interface TopicContent {
  /// Starts a pass from the beginning of the topic: at the start, and after every failure.
  Pass begin();

  /// One pass over the topic, in record order. Methods throw `IllegalArgumentException` for a
  /// malformed record, which is then counted and skipped.
  interface Pass {
    void put(byte[] key, byte[] value);

    /// Removes the value of the key.
    void remove(byte[] key);

    /// Notes that all records that existed at the start of the pass have been read. Until then,
    /// readers keep the content of the previous pass: they must not see half of the topic, nor
    /// values that were removed while reading had stopped.
    void complete();
  }
}
