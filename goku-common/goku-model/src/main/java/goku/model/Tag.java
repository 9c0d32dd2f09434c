package goku.model;

/// One `key=value` pair of a series name.
public record Tag(String key, String value) implements Comparable<Tag> {
  @Override
  public int compareTo(Tag other) {
    int byKey = key.compareTo(other.key);
    return byKey != 0 ? byKey : value.compareTo(other.value);
  }

  @Override
  public String toString() {
    return key + "=" + value;
  }
}
