package goku.standalone.inspect;

import goku.config.DurationText;
import goku.format.bucket.BucketCoverage;
import goku.format.bucket.BucketFile;
import goku.model.NameText;
import goku.model.PointBuffer;
import goku.model.ValueType;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.Locale;
import java.util.stream.Collectors;

/// The file of a finalized bucket. The whole file is verified, and the first series are printed.
final class BucketKind implements FileKind {
  private static final int TOLD_SERIES = 20;

  @Override
  public String name() {
    return "the file of a finalized bucket";
  }

  @Override
  public boolean recognises(Path file) throws IOException {
    try (var in = Files.newInputStream(file)) {
      return BucketFile.isBucketFile(in.readNBytes(Long.BYTES));
    }
  }

  @Override
  public String describe(Path file) throws IOException {
    try (var bucket = BucketFile.open(file)) {
      bucket.verify();
      return head(bucket) + coverage(bucket.info().coverage()) + parts(bucket) + series(bucket);
    }
  }

  private static String head(BucketFile bucket) {
    var info = bucket.info();
    return """
    bucket of namespace %s, shard %d, generation %d
      from %s for %s
      %d series, %d datapoints, %d distinct columns of timestamps
      %d metrics, %d pairs of tags
      content %016x, every checksum is right
    """
        .formatted(
            info.namespace(),
            info.shard(),
            info.generation(),
            Instant.ofEpochMilli(info.startMillis()),
            DurationText.print(Duration.ofMillis(info.lengthMillis())),
            bucket.seriesCount(),
            bucket.pointCount(),
            bucket.columnCount(),
            bucket.metricCount(),
            bucket.termCount() - bucket.metricCount(),
            bucket.checksum());
  }

  private static String coverage(BucketCoverage coverage) {
    return coverage.equals(BucketCoverage.UNKNOWN)
        ? ""
        : "  %s up to offset %d of log %s%n"
            .formatted(
                coverage.kind().name().toLowerCase(Locale.ROOT),
                coverage.throughOffset(),
                coverage.log());
  }

  private static String parts(BucketFile bucket) {
    String parts =
        bucket.bytesByPart().entrySet().stream()
            .map(part -> "%s %d".formatted(part.getKey(), part.getValue()))
            .collect(Collectors.joining(", "));
    String each =
        bucket.pointCount() == 0
            ? "no datapoints in the window"
            : "%.2f a datapoint".formatted((double) bucket.bytes() / bucket.pointCount());
    return """
      %d bytes, %s: %s
    """
        .formatted(bucket.bytes(), each, parts);
  }

  private static String series(BucketFile bucket) {
    var text = new StringBuilder();
    var points = new PointBuffer();
    bucket.forEachSeries(
        (entry, _, terms, termCount) -> {
          if (entry < TOLD_SERIES) {
            text.append(series(bucket, entry, name(bucket, terms, termCount), points));
          }
        });
    if (bucket.seriesCount() > TOLD_SERIES) {
      text.append("  and %d more series%n".formatted(bucket.seriesCount() - TOLD_SERIES));
    }
    return text.toString();
  }

  private static String series(BucketFile bucket, int entry, String name, PointBuffer points) {
    points.clear();
    bucket.read(entry, points);
    int last = points.size() - 1;
    return "  %s: %d datapoints from %s %s to %s %s%n"
        .formatted(
            name,
            points.size(),
            Instant.ofEpochMilli(points.timestamps()[0]),
            value(points, 0),
            Instant.ofEpochMilli(points.timestamps()[last]),
            value(points, last));
  }

  private static String value(PointBuffer points, int index) {
    return points.type() == ValueType.HISTOGRAMS
        ? "(histogram of %d ranges)"
            .formatted(points.histograms().shape(points.histogram(index)).ranges())
        : Double.toString(points.values()[index]);
  }

  private static String name(BucketFile bucket, int[] terms, int termCount) {
    var name = new StringBuilder();
    for (int i = 0; i < termCount; i++) {
      name.append(i == 0 ? "" : " ").append(NameText.text(bucket.term(terms[i])));
    }
    return name.toString();
  }
}
