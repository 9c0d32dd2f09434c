package goku.integration.query;

import java.util.Collections;
import java.util.SortedMap;
import java.util.TreeMap;

/// A datapoint as it is written.
record Write(String metric, SortedMap<String, String> tags, long timestampMillis, double value) {
  Write {
    tags = Collections.unmodifiableSortedMap(new TreeMap<>(tags));
  }

  String series() {
    return metric + tags;
  }
}
