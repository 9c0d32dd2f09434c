package goku.root.annotation;

import goku.root.compacted.TopicContent;
import java.util.concurrent.ConcurrentNavigableMap;
import java.util.concurrent.ConcurrentSkipListMap;

/// The consumer of the records of the topic. The table shows nothing of the first pass until that
/// is complete, so readers never see half of the annotations, nor any that were deleted in the
/// meantime. Later records are shown one by one.
record AnnotationContent(AnnotationTable table) implements TopicContent {
  @Override
  public Pass begin() {
    return new Annotations(table, new ConcurrentSkipListMap<>());
  }

  private record Annotations(
      AnnotationTable table, ConcurrentNavigableMap<AnnotationKey, Annotation> annotations)
      implements Pass {
    @Override
    public void put(byte[] key, byte[] value) {
      AnnotationKey parsed = AnnotationSerde.deserializeKey(key);
      annotations.put(parsed, AnnotationSerde.deserializeValue(parsed, value));
    }

    @Override
    public void remove(byte[] key) {
      annotations.remove(AnnotationSerde.deserializeKey(key));
    }

    @Override
    public void complete() {
      table.replaceBy(annotations);
    }
  }
}
