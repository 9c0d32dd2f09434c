package goku.root.opentsdb.annotation;

import goku.root.opentsdb.language.Dialect;
import org.jspecify.annotations.Nullable;

/// The annotations that a query's answer includes.
public enum AnnotationChoice {
  NONE,
  OF_SERIES,
  /// Each group has the global annotations.
  OF_SERIES_AND_GLOBAL,
  /// Only the first group has the global annotations. Grafana reads them there and never asks for
  /// them from version 13 on. An answer of many groups stays small.
  OF_SERIES_AND_GLOBAL_ONCE;

  /// Returns the choice by the switches of a request, of which the first overrides the second.
  ///
  /// @param globalAnnotations null if the request does not say
  public static AnnotationChoice of(
      boolean noAnnotations, @Nullable Boolean globalAnnotations, Dialect dialect) {
    if (noAnnotations) {
      return NONE;
    }
    if (globalAnnotations == null) {
      return dialect.strict() ? OF_SERIES : OF_SERIES_AND_GLOBAL_ONCE;
    }
    return globalAnnotations ? OF_SERIES_AND_GLOBAL : OF_SERIES;
  }
}
