package goku.root.planning;

import goku.model.MetricRename;
import goku.model.MetricRenames;
import goku.query.search.Haystack;
import java.util.HashMap;
import java.util.Map;

/// The translation of haystacks from the names of clients to stored names. A pattern matches names
/// of clients, so each renamed metric is included or excluded by itself.
record RenamedHaystack(MetricRenames renames) {
  Haystack stored(Haystack haystack) {
    Map<String, Boolean> renamed = new HashMap<>();
    for (MetricRename rename : renames.all()) {
      if (!rename.stored().equals(rename.name())) {
        renamed.put(rename.stored(), haystack.includes(rename.name()));
      }
    }
    return new Haystack(haystack.filter(), haystack.metrics(), haystack.excluded(), renamed);
  }
}
