package goku.format.bucket;

/// The place of a section in the file.
///
/// @param length a multiple of `BucketLayout.ALIGNMENT`
/// @param crc CRC32C of all its bytes; 0 for the pages, which have one checksum each
record Section(long offset, long length, int crc) {
  long end() {
    return offset + length;
  }
}
