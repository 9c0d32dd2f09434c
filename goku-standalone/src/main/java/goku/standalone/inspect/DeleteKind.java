package goku.standalone.inspect;

import goku.format.delete.DeleteReader;
import goku.format.delete.DeleteRecord;
import goku.model.TagFilter;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.stream.Collectors;

/// A delete: the value of a record on a namespace's topic in a file, or an object in S3.
final class DeleteKind implements FileKind {
  private static final int FIRST_PRINTABLE = 0x20;

  @Override
  public String name() {
    return "a delete (the value of a record on a namespace's topic, or an object of S3)";
  }

  /// The version after the magic is no character of a text.
  @Override
  public boolean recognises(Path file) throws IOException {
    try (var in = Files.newInputStream(file)) {
      byte[] begin = in.readNBytes(2);
      return DeleteReader.isDelete(begin) && begin.length == 2 && begin[1] < FIRST_PRINTABLE;
    }
  }

  @Override
  public String describe(Path file) throws IOException {
    DeleteRecord delete = DeleteReader.read(Files.readAllBytes(file));
    return """
    delete of metric %s
      from %s to %s, both inclusive
      of %s
    """
        .formatted(
            delete.metric(),
            Instant.ofEpochMilli(delete.range().startMillis()),
            Instant.ofEpochMilli(delete.range().endMillis()),
            series(delete));
  }

  private static String series(DeleteRecord delete) {
    String filters =
        delete.filters().stream().map(DeleteKind::filter).collect(Collectors.joining(" and "));
    String only =
        (delete.explicitTags() ? ", and no other tag keys" : "")
            + (delete.nameHashes() == null
                ? ""
                : ", of %d names by their hashes".formatted(delete.nameHashes().size()));
    return filters.isEmpty() ? "all series" + only : "series where " + filters + only;
  }

  private static String filter(TagFilter filter) {
    return switch (filter) {
      case TagFilter.LiteralOr literal ->
          "%s is %s%s%s"
              .formatted(
                  literal.key(),
                  literal.negated() ? "none of " : "",
                  String.join("|", literal.values()),
                  literal.ignoreCase() ? " in upper or lower case" : "");
      case TagFilter.Regexp regexp -> "%s has %s".formatted(regexp.key(), regexp.pattern());
      case TagFilter.AnyValue any -> "%s is there".formatted(any.key());
      case TagFilter.NotKey not -> "%s is not there".formatted(not.key());
    };
  }
}
