package goku.root.opentsdb.annotation;

import goku.http.HttpError;
import goku.root.annotation.Annotation;
import goku.root.annotation.AnnotationChange;
import goku.root.annotation.AnnotationKey;
import goku.root.annotation.AnnotationRefusedException;
import goku.root.annotation.AnnotationWriter;
import java.util.Collection;
import java.util.List;

/// The writes of annotations. Rejections become `HttpError`s.
record AnnotationEdits(AnnotationWriter writer) {
  Collection<Annotation> save(List<AnnotationChange> changes, boolean replace)
      throws InterruptedException {
    try {
      return writer.save(changes, replace);
    } catch (AnnotationRefusedException e) {
      throw refused(e);
    }
  }

  void delete(Collection<AnnotationKey> keys) throws InterruptedException {
    try {
      writer.delete(keys);
    } catch (AnnotationRefusedException e) {
      throw refused(e);
    }
  }

  private static HttpError refused(AnnotationRefusedException e) {
    int status =
        switch (e.reason()) {
          case FULL, TOO_LONG -> 413;
          case UNAVAILABLE -> 503;
        };
    return new HttpError(status, String.valueOf(e.getMessage()));
  }
}
