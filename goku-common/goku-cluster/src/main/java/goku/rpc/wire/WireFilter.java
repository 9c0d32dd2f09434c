package goku.rpc.wire;

import com.google.re2j.Pattern;
import com.google.re2j.PatternSyntaxException;
import goku.model.SeriesFilter;
import goku.model.TagFilter;
import goku.rpc.proto.Wire;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/// The conversion of series filters to messages and back.
public final class WireFilter {
  private static final Wire.Nothing NOTHING = Wire.Nothing.getDefaultInstance();

  private WireFilter() {}

  public static Wire.SeriesFilter toWire(SeriesFilter filter) {
    var wire = Wire.SeriesFilter.newBuilder().setExplicitTags(filter.explicitTags());
    String metric = filter.metric();
    if (metric != null) {
      wire.setMetric(metric);
    }
    filter.filters().forEach(one -> wire.addFilters(toWire(one)));
    Set<Long> hashes = filter.nameHashes();
    if (hashes != null) {
      wire.setNameHashes(Wire.NameHashes.newBuilder().addAllHashes(hashes));
    }
    return wire.build();
  }

  public static SeriesFilter fromWire(Wire.SeriesFilter wire) {
    List<TagFilter> filters = wire.getFiltersList().stream().map(WireFilter::fromWire).toList();
    return new SeriesFilter(
        wire.hasMetric() ? wire.getMetric() : null,
        filters,
        wire.getExplicitTags(),
        wire.hasNameHashes() ? new HashSet<>(wire.getNameHashes().getHashesList()) : null);
  }

  private static Wire.TagFilter toWire(TagFilter filter) {
    var wire = Wire.TagFilter.newBuilder().setKey(filter.key()).setGroupBy(filter.groupBy());
    switch (filter) {
      case TagFilter.LiteralOr literal ->
          wire.setLiteralOr(
              Wire.LiteralOr.newBuilder()
                  .addAllValues(literal.values())
                  .setIgnoreCase(literal.ignoreCase())
                  .setNegated(literal.negated()));
      case TagFilter.Regexp regexp ->
          wire.setRegexp(
              Wire.Regexp.newBuilder()
                  .setPattern(regexp.pattern().pattern())
                  .setFlags(regexp.pattern().flags()));
      case TagFilter.AnyValue any -> wire.setAnyValue(NOTHING);
      case TagFilter.NotKey not -> wire.setNotKey(NOTHING);
    }
    return wire.build();
  }

  private static TagFilter fromWire(Wire.TagFilter wire) {
    String key = wire.getKey();
    boolean groupBy = wire.getGroupBy();
    return switch (wire.getKindCase()) {
      case LITERAL_OR -> {
        Wire.LiteralOr literal = wire.getLiteralOr();
        yield new TagFilter.LiteralOr(
            key,
            Set.copyOf(literal.getValuesList()),
            literal.getIgnoreCase(),
            literal.getNegated(),
            groupBy);
      }
      case REGEXP -> new TagFilter.Regexp(key, pattern(wire.getRegexp()), groupBy);
      case ANY_VALUE -> new TagFilter.AnyValue(key, groupBy);
      case NOT_KEY -> new TagFilter.NotKey(key);
      case KIND_NOT_SET ->
          throw new WireException("cannot read filter: its kind is unknown in this version");
    };
  }

  private static Pattern pattern(Wire.Regexp regexp) {
    try {
      return Pattern.compile(regexp.getPattern(), regexp.getFlags());
    } catch (PatternSyntaxException e) {
      throw new WireException("cannot read regular expression: " + e.getMessage(), e);
    }
  }
}
