package goku.model;

/// The three kinds of words that a series name is made of.
public enum NameKind {
  METRIC,
  TAG_KEY,
  TAG_VALUE
}
