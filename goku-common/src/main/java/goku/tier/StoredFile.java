package goku.tier;

/// A file that a marker vouches for.
///
/// @param name the last part of its key
/// @param checksum XXH3 of its bytes, 16 hexadecimal digits
public record StoredFile(String name, long bytes, String checksum) {}
