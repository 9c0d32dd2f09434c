package goku.ingest.parse;

import java.util.Locale;

/// The reason why a datapoint was rejected. The names are the values of the label `reason` of
/// `goku_ingest_rejected_total`, and of the header `reason` on the rejected topic.
public enum Reason {
  EMPTY_RECORD(Telnet.ILLEGAL_ARGUMENT),
  BAD_UTF8(Telnet.ILLEGAL_ARGUMENT),
  /// The interval or the aggregator of a written rollup.
  ROLLUP_INVALID(Telnet.ILLEGAL_ARGUMENT),
  /// The ranges, counts or bytes of a histogram.
  HISTOGRAM_INVALID(Telnet.ILLEGAL_ARGUMENT),
  LINE_TOO_LONG(Telnet.ILLEGAL_ARGUMENT),
  /// The JSON of one datapoint.
  DATAPOINT_TOO_LONG(Telnet.ILLEGAL_ARGUMENT),
  NOT_ENOUGH_FIELDS(Telnet.ILLEGAL_ARGUMENT),
  METRIC_EMPTY(Telnet.ILLEGAL_ARGUMENT),
  METRIC_TOO_LONG(Telnet.ILLEGAL_ARGUMENT),
  METRIC_BAD_CHARACTER(Telnet.ILLEGAL_ARGUMENT),
  METRIC_BLOCKED(Telnet.ILLEGAL_ARGUMENT),
  /// The name of the metric is about to be given to another metric.
  METRIC_RESERVED(Telnet.ILLEGAL_ARGUMENT),
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
  /// A Kafka batch that needs too much memory when it is decompressed.
  BATCH_TOO_LARGE(Telnet.ILLEGAL_ARGUMENT),
  NO_TOPIC(Telnet.ILLEGAL_ARGUMENT),
  /// The first datapoint of a series over a limit.
  SERIES_LIMIT(Telnet.ILLEGAL_ARGUMENT),
  /// The caller may not write the namespace.
  FORBIDDEN(Telnet.ILLEGAL_ARGUMENT),
  /// The caller sends more than the auth file allows. An HTTP request counts as one, because its
  /// datapoints are not counted.
  OVER_QUOTA(Telnet.ILLEGAL_ARGUMENT);

  /// The name of the error in OpenTSDB's telnet protocol.
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

  /// Returns whether rejected datapoints go to the rejected topic. Datapoints of blocked metrics do
  /// not: an operator decided that nobody needs them, and they would fill the topic.
  public boolean isKept() {
    return this != METRIC_BLOCKED;
  }

  /// Returns whether the text was no JSON, or had another shape than a datapoint. OpenTSDB then
  /// reports a parse error of the whole text.
  public boolean isUnreadable() {
    return switch (this) {
      case JSON_NOT_AN_OBJECT, JSON_WRONG_TYPE, JSON_TRUNCATED, JSON_MALFORMED -> true;
      default -> false;
    };
  }

  /// Returns whether OpenTSDB's telnet protocol reports `invalid value` instead of `illegal
  /// argument`.
  public boolean invalidNumber() {
    return telnet == Telnet.INVALID_VALUE;
  }
}
