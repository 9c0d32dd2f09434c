package goku.query.merge;

import goku.model.Tag;
import goku.query.SeriesPartial;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/// Numbers all tags of an answer in ascending order, so that series from several shards are sorted,
/// joined and grouped by comparing integers. Tags of one key have neighbouring numbers.
final class TagRanks {
  private final Map<Tag, Integer> ranks = new HashMap<>();
  private final Tag[] tags;
  private final int[] keys;

  TagRanks(List<SeriesPartial> series) {
    for (SeriesPartial one : series) {
      for (Tag tag : one.tags()) {
        ranks.put(tag, 0);
      }
    }
    this.tags = ranks.keySet().toArray(Tag[]::new);
    this.keys = new int[tags.length];
    Arrays.sort(tags);
    for (int rank = 0; rank < tags.length; rank++) {
      ranks.put(tags[rank], rank);
      if (rank > 0) {
        boolean sameKey = tags[rank].key().equals(tags[rank - 1].key());
        keys[rank] = sameKey ? keys[rank - 1] : keys[rank - 1] + 1;
      }
    }
  }

  /// The numbers of the series' tags, ascending.
  int[] of(SeriesPartial series) {
    int[] result = new int[series.tags().size()];
    for (int i = 0; i < result.length; i++) {
      Integer rank = ranks.get(series.tags().get(i));
      if (rank == null) {
        throw new IllegalStateException("no rank for " + series.tags().get(i));
      }
      result[i] = rank;
    }
    return result;
  }

  Tag tag(int rank) {
    return tags[rank];
  }

  /// The number of the key of a tag.
  int keyOf(int rank) {
    return keys[rank];
  }

  int keyCount() {
    return keys.length == 0 ? 0 : keys[keys.length - 1] + 1;
  }
}
