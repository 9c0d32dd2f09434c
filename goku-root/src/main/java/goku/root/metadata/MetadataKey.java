package goku.root.metadata;

import java.util.Comparator;

/// The key of metadata.
///
/// @param identifier the UID or the TSUID in upper case
public record MetadataKey(Subject subject, String identifier) implements Comparable<MetadataKey> {
  private static final Comparator<MetadataKey> BY_SUBJECT =
      Comparator.comparing(MetadataKey::subject).thenComparing(MetadataKey::identifier);

  @Override
  public int compareTo(MetadataKey other) {
    return BY_SUBJECT.compare(this, other);
  }
}
