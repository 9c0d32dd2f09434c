package goku.integration.reference;

import java.util.List;
import org.jspecify.annotations.Nullable;

/// One sub query.
///
/// @param downsampling null for none
/// @param rate null when the values themselves are asked for
public record SubQuery(
    String aggregator,
    String metric,
    List<Filter> filters,
    boolean explicitTags,
    @Nullable Downsampling downsampling,
    @Nullable Rate rate) {
  public SubQuery {
    filters = List.copyOf(filters);
  }
}
