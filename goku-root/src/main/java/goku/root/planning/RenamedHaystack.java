package goku.root.planning;

import goku.model.BlockRule;
import goku.model.Blocklist;
import goku.model.MetricRename;
import goku.model.MetricRenames;
import goku.query.search.Haystack;
import goku.query.search.MetricPattern;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/// The translation of haystacks from the names of clients to stored names. A pattern matches names
/// of clients, so each renamed metric is included or excluded by itself.
record RenamedHaystack(MetricRenames renames) {
  Haystack stored(Haystack haystack) {
    List<MetricPattern> metrics = new ArrayList<>(haystack.metrics());
    Set<BlockRule> excluded = new HashSet<>(haystack.excluded().rules());
    for (MetricRename renamed : renames.all()) {
      if (renamed.isPending()) {
        continue; // has no series
      }
      if (haystack.includes(renamed.name())) {
        metrics.add(new MetricPattern(renamed.stored(), false));
      } else {
        excluded.add(new BlockRule(renamed.stored(), false));
      }
    }
    return new Haystack(haystack.filter(), metrics, new Blocklist(excluded));
  }
}
