package goku.root.compacted.table;

import java.util.function.BiFunction;
import java.util.function.Function;

/// The serializers and deserializers of the records on a topic. Deserializers throw
/// `IllegalArgumentException` on invalid bytes.
///
/// @param deserializeValue returns the value of the key and the bytes
public record RecordFormat<K, V>(
    Function<K, byte[]> serializeKey,
    Function<byte[], K> deserializeKey,
    Function<V, byte[]> serializeValue,
    BiFunction<K, byte[], V> deserializeValue) {}
