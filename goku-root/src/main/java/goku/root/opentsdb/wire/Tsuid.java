package goku.root.opentsdb.wire;

import goku.model.SeriesName;
import goku.model.Tag;
import java.util.List;
import java.util.stream.Collectors;

/// The identifier of a series in answers: the hash of its name in hexadecimal digits. It tells
/// series apart; it is not made of parts as OpenTSDB's is.
public final class Tsuid {
  private Tsuid() {}

  public static String of(String metric, List<Tag> tags) {
    var name = SeriesName.of(metric, tags.stream().collect(Collectors.toMap(Tag::key, Tag::value)));
    return "%016X".formatted(name.hash());
  }
}
