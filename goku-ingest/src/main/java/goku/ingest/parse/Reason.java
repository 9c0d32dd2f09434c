package goku.ingest.parse;

import java.util.Locale;

/// Why a datapoint was refused. The names are the values of the label `reason` of
/// `goku_ingest_rejected_total`, and of the header `reason` on the rejected topic.
public enum Reason {
  EMPTY_RECORD,
  BAD_UTF8,
  LINE_TOO_LONG,
  NOT_ENOUGH_FIELDS,
  METRIC_EMPTY,
  METRIC_TOO_LONG,
  METRIC_BAD_CHARACTER,
  METRIC_BLOCKED,
  NAME_TOO_LONG,
  TIMESTAMP_NOT_A_NUMBER,
  TIMESTAMP_INVALID,
  TIMESTAMP_TOO_OLD,
  TIMESTAMP_TOO_NEW,
  VALUE_EMPTY,
  VALUE_INVALID,
  VALUE_OUT_OF_RANGE,
  VALUE_NOT_FINITE,
  NO_TAGS,
  TOO_MANY_TAGS,
  TAG_MALFORMED,
  TAG_EMPTY,
  TAG_TOO_LONG,
  TAG_BAD_CHARACTER,
  TAG_DUPLICATE,
  JSON_NOT_AN_OBJECT,
  JSON_WRONG_TYPE,
  JSON_TRUNCATED,
  JSON_MALFORMED,
  NO_TOPIC,
  /// The namespace is not the caller's to write.
  FORBIDDEN,
  /// The caller sends more than the auth file allows. Of HTTP a request is counted as one, as
  /// nobody reads how many datapoints it has.
  OVER_QUOTA;

  private final String label = name().toLowerCase(Locale.ROOT);

  public String label() {
    return label;
  }

  /// Whether the text could not be read on from here.
  public boolean endsRecord() {
    return this == JSON_TRUNCATED || this == JSON_MALFORMED;
  }

  /// Whether what is refused for it is kept on the rejected topic. Blocked metrics are not:
  /// somebody decided that nobody needs them, and they would fill the topic with what is known to
  /// be there.
  public boolean isKept() {
    return this != METRIC_BLOCKED;
  }

  /// Whether the JSON was well-formed but not of the shape of a datapoint, which OpenTSDB takes for
  /// unparsable.
  public boolean wrongShape() {
    return this == JSON_NOT_AN_OBJECT || this == JSON_WRONG_TYPE;
  }

  /// Whether OpenTSDB's telnet calls it an `invalid value` rather than an `illegal argument`.
  public boolean invalidNumber() {
    return switch (this) {
      case TIMESTAMP_NOT_A_NUMBER,
          VALUE_EMPTY,
          VALUE_INVALID,
          VALUE_OUT_OF_RANGE,
          VALUE_NOT_FINITE ->
          true;
      default -> false;
    };
  }
}
