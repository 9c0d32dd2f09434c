package goku.compactor.deletion;

import goku.compactor.series.SortedSource;
import goku.format.delete.DeleteRecord;
import goku.model.NameText;
import goku.model.TagFilter;
import goku.model.TimeRange;
import goku.tier.Tombstone;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/// The deletes that apply to each series of a source. Owned by one thread.
final class SourceDeletes {
  private final SortedSource source;

  /// The deletes by the number of their metric in the source.
  private final Map<Integer, List<DeleteRecord>> byMetric = new HashMap<>();

  private final TagVerdicts tags;

  SourceDeletes(SortedSource source, List<Tombstone> deletes) throws IOException {
    this.source = source;
    tags = new TagVerdicts(source);
    Map<String, List<DeleteRecord>> byName = new HashMap<>();
    for (Tombstone delete : deletes) {
      byName
          .computeIfAbsent(delete.delete().metric(), missing -> new ArrayList<>())
          .add(delete.delete());
    }
    for (int metric = 0; metric < source.metricCount() && !byName.isEmpty(); metric++) {
      List<DeleteRecord> ofMetric = byName.remove(NameText.text(source.term(metric)));
      if (ofMetric != null) {
        byMetric.put(metric, ofMetric);
        ofMetric.forEach(delete -> delete.filters().forEach(tags::add));
      }
    }
  }

  /// Returns whether the deletes concern no metric of the source.
  boolean isEmpty() {
    return byMetric.isEmpty();
  }

  /// Returns the deleted time ranges of the current series of the source.
  List<TimeRange> ranges() throws IOException {
    List<DeleteRecord> deletes = byMetric.get(source.terms()[0]);
    if (deletes == null) {
      return List.of();
    }
    tags.learn();
    List<TimeRange> ranges = new ArrayList<>();
    for (DeleteRecord delete : deletes) {
      if (isAbout(delete)) {
        ranges.add(delete.range());
      }
    }
    return List.copyOf(ranges);
  }

  private boolean isAbout(DeleteRecord delete) {
    Set<Long> hashes = delete.nameHashes();
    return (hashes == null || hashes.contains(source.hash()))
        && (!delete.explicitTags() || source.termCountOfSeries() - 1 == keys(delete))
        && delete.filters().stream().allMatch(tags::passes);
  }

  /// Returns the number of tag keys that the filters require. Every filter except `not_key`
  /// requires its key. A series that passes all filters and has as many tags as keys therefore has
  /// no other tag.
  private static long keys(DeleteRecord delete) {
    return delete.filters().stream()
        .filter(filter -> !(filter instanceof TagFilter.NotKey))
        .map(TagFilter::key)
        .distinct()
        .count();
  }
}
