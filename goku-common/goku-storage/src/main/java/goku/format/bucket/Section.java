package goku.format.bucket;

/// Where a section lies in the file.
///
/// @param length a multiple of `BucketLayout.ALIGNMENT`
/// @param crc CRC32C of all its bytes; 0 for the pages, which have one each
record Section(long offset, long length, int crc) {
  long end() {
    return offset + length;
  }
}
