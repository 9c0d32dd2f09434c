package goku.format.bucket;

import java.util.Locale;

/// The sections of a bucket file in their order after the header.
enum SectionKind {
  TERMS(0),
  PAGES(1),
  PAGE_CHECKSUMS(2),
  NAMES(3),
  ENTRIES(4),
  COLUMNS(5);

  /// The place in the header's list, which never changes.
  final int index;

  SectionKind(int index) {
    this.index = index;
  }

  /// Returns the name for messages, such as `page checksums`.
  String title() {
    return name().toLowerCase(Locale.ROOT).replace('_', ' ');
  }
}
