package goku.ingest.parse;

import java.util.Locale;

/// Why a datapoint was refused. The names are the values of the label `reason` of
/// `goku_ingest_rejected_total`, and of the header `reason` on the rejected topic.
public enum Reason {
  EMPTY_RECORD(Telnet.ILLEGAL_ARGUMENT),
  BAD_UTF8(Telnet.ILLEGAL_ARGUMENT),
  LINE_TOO_LONG(Telnet.ILLEGAL_ARGUMENT),
  NOT_ENOUGH_FIELDS(Telnet.ILLEGAL_ARGUMENT),
  METRIC_EMPTY(Telnet.ILLEGAL_ARGUMENT),
  METRIC_TOO_LONG(Telnet.ILLEGAL_ARGUMENT),
  METRIC_BAD_CHARACTER(Telnet.ILLEGAL_ARGUMENT),
  METRIC_BLOCKED(Telnet.ILLEGAL_ARGUMENT),
  NAME_TOO_LONG(Telnet.ILLEGAL_ARGUMENT),
  TIMESTAMP_NOT_A_NUMBER(Telnet.INVALID_VALUE),
  TIMESTAMP_INVALID(Telnet.ILLEGAL_ARGUMENT),
  TIMESTAMP_TOO_OLD(Telnet.ILLEGAL_ARGUMENT),
  TIMESTAMP_TOO_NEW(Telnet.ILLEGAL_ARGUMENT),
  VALUE_EMPTY(Telnet.INVALID_VALUE),
  VALUE_INVALID(Telnet.INVALID_VALUE),
  VALUE_OUT_OF_RANGE(Telnet.INVALID_VALUE),
  VALUE_NOT_FINITE(Telnet.INVALID_VALUE),
  NO_TAGS(Telnet.ILLEGAL_ARGUMENT),
  TOO_MANY_TAGS(Telnet.ILLEGAL_ARGUMENT),
  TAG_MALFORMED(Telnet.ILLEGAL_ARGUMENT),
  TAG_EMPTY(Telnet.ILLEGAL_ARGUMENT),
  TAG_TOO_LONG(Telnet.ILLEGAL_ARGUMENT),
  TAG_BAD_CHARACTER(Telnet.ILLEGAL_ARGUMENT),
  TAG_DUPLICATE(Telnet.ILLEGAL_ARGUMENT),
  JSON_NOT_AN_OBJECT(Telnet.ILLEGAL_ARGUMENT),
  JSON_WRONG_TYPE(Telnet.ILLEGAL_ARGUMENT),
  JSON_TRUNCATED(Telnet.ILLEGAL_ARGUMENT),
  JSON_MALFORMED(Telnet.ILLEGAL_ARGUMENT),
  NO_TOPIC(Telnet.ILLEGAL_ARGUMENT),
  /// The namespace is not the caller's to write.
  FORBIDDEN(Telnet.ILLEGAL_ARGUMENT),
  /// The caller sends more than the auth file allows. Of HTTP a request is counted as one, as
  /// nobody reads how many datapoints it has.
  OVER_QUOTA(Telnet.ILLEGAL_ARGUMENT);

  /// What OpenTSDB's telnet calls the fault.
  private enum Telnet {
    ILLEGAL_ARGUMENT,
    INVALID_VALUE
  }

  private final Telnet telnet;
  private final String label = name().toLowerCase(Locale.ROOT);

  Reason(Telnet telnet) {
    this.telnet = telnet;
  }

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
    return telnet == Telnet.INVALID_VALUE;
  }
}
