package goku.root.annotation;

import goku.root.compacted.TopicContent;

/// The consumer of the records of the topic. The table shows nothing of the first pass until that
/// is complete, so readers never see half of the annotations, nor any that were deleted in the
/// meantime. Later records are shown one by one. Records for which the memory of annotations has no
/// room are skipped, counted and logged, like malformed ones.
record AnnotationContent(AnnotationTable table) implements TopicContent {
  @Override
  public Pass begin() {
    return new Following(table, new Annotations());
  }

  private record Following(AnnotationTable table, Annotations annotations) implements Pass {
    @Override
    public void put(byte[] key, byte[] value) {
      AnnotationKey parsed = AnnotationSerde.deserializeKey(key);
      annotations.put(AnnotationSerde.deserializeValue(parsed, value), table.maxBytes());
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
