package goku.root.opentsdb.annotation;

/// Which annotations a query wants in its answer.
public enum AnnotationChoice {
  NONE,
  OF_SERIES,
  OF_SERIES_AND_GLOBAL;

  /// As the switches of a request say it: the first overrules the second.
  public static AnnotationChoice of(boolean noAnnotations, boolean globalAnnotations) {
    if (noAnnotations) {
      return NONE;
    }
    return globalAnnotations ? OF_SERIES_AND_GLOBAL : OF_SERIES;
  }
}
