package goku.root.deletion;

import goku.format.delete.DeleteRecord;
import goku.format.delete.DeleteWriter;
import goku.model.MetricRenames;
import goku.model.SeriesFilter;
import goku.model.TimeRange;
import goku.root.planning.SeriesQuery;

/// The serializer of deletes, in the form that shards accept. Stateless.
final class DeleteBytes {
  private DeleteBytes() {}

  /// Serializes a delete of all series of the query.
  static byte[] of(MetricRenames renames, SeriesQuery query, TimeRange range) {
    SeriesFilter filter = query.series();
    return DeleteWriter.write(
        new DeleteRecord(
            renames.stored(query.metric()),
            filter.filters(),
            filter.explicitTags(),
            filter.nameHashes(),
            range));
  }
}
