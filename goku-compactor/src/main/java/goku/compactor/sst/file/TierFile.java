package goku.compactor.sst.file;

import goku.compactor.sst.file.SstSettings.Kind;
import goku.format.sst.Aggregate;
import java.util.Locale;

/// The files of a bucket. Keys that arise in different orders, or are complete at different times,
/// go to different files. The key ranges of the files do not overlap, so that RocksDB ingests all
/// of them into its last level. Files without keys do not exist.
public enum TierFile {
  METRICS(Kind.LOOKUP),
  PAIRS(Kind.LOOKUP),
  TAGS(Kind.TEXT),
  TERMS(Kind.TEXT),
  POSTINGS(Kind.LOOKUP),
  KEY_POSTINGS(Kind.LOOKUP),
  NAMES(Kind.TEXT),
  COLUMNS(Kind.BLOCKS),
  DATA_RAW(Kind.BLOCKS),
  DATA_SUM(Kind.BLOCKS),
  DATA_COUNT(Kind.BLOCKS),
  DATA_MIN(Kind.BLOCKS),
  DATA_MAX(Kind.BLOCKS),
  MARKER(Kind.TEXT);

  private final Kind kind;
  private final String fileName = name().toLowerCase(Locale.ROOT).replace('_', '-') + ".sst";

  TierFile(Kind kind) {
    this.kind = kind;
  }

  Kind kind() {
    return kind;
  }

  public String fileName() {
    return fileName;
  }

  public static TierFile data(Aggregate aggregate) {
    return switch (aggregate) {
      case RAW -> DATA_RAW;
      case SUM -> DATA_SUM;
      case COUNT -> DATA_COUNT;
      case MIN -> DATA_MIN;
      case MAX -> DATA_MAX;
    };
  }
}
