package goku.root.compacted;

/// What becomes of the records of a topic. Used by one thread.
public interface TopicContent {
  /// The topic is read from its beginning: at the start, and again after every failure.
  Pass begin();

  /// One reading of the topic. Records come in their order. A record that is not understood is an
  /// `IllegalArgumentException`; it is counted and passed over.
  interface Pass {
    void put(byte[] key, byte[] value);

    /// What had the key is gone.
    void remove(byte[] key);

    /// All that the topic had when this pass began has come; what comes from now on is new. So
    /// nobody needs to see half of the topic, or what was removed while nobody read.
    void complete();
  }
}
