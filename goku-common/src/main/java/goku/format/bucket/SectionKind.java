package goku.format.bucket;

import java.util.Locale;

/// The sections of a bucket file in the order in which they lie behind the header.
enum SectionKind {
  TERMS,
  PAGES,
  PAGE_CHECKSUMS,
  NAMES,
  ENTRIES,
  COLUMNS;

  /// As in messages: `page checksums`.
  String title() {
    return name().toLowerCase(Locale.ROOT).replace('_', ' ');
  }
}
