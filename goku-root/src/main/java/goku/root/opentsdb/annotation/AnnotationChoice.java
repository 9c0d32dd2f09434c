package goku.root.opentsdb.annotation;

/// The annotations that a query's answer includes.
public enum AnnotationChoice {
  NONE,
  OF_SERIES,
  OF_SERIES_AND_GLOBAL;

  /// Returns the choice by the switches of a request, of which the first overrides the second.
  public static AnnotationChoice of(boolean noAnnotations, boolean globalAnnotations) {
    if (noAnnotations) {
      return NONE;
    }
    return globalAnnotations ? OF_SERIES_AND_GLOBAL : OF_SERIES;
  }
}
