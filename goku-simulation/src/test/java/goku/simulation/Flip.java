package goku.simulation;

/// A byte that changes while it is stored.
///
/// @param place the key of an object of S3, or the path of a file of a replica
/// @param offset offset in the content, or in the key or path
/// @param bits bits that change
/// @param of part that changes
/// @param moment moment of the change
record Flip(String place, int offset, int bits, Part of, Moment moment) {
  /// The part of a file or object that changes.
  enum Part {
    OBJECT,
    OBJECT_NAME,
    FILE,
    FILE_NAME
  }

  /// The moment of a change.
  enum Moment {
    /// while no process runs
    BEFORE_OPENING,
    /// after all shards are open, before they load their files, the first query and the next round
    BEFORE_FIRST_TOUCH
  }

  /// Returns the name with its changed byte.
  String changedName() {
    var name = new StringBuilder(place);
    name.setCharAt(offset, (char) (place.charAt(offset) ^ bits));
    return name.toString();
  }

  /// Returns the kind of file or object: the place without numbers.
  static String kind(String place) {
    return place.replaceAll("\\d{2,}", "#").replaceAll("-\\d+", "-#");
  }
}
