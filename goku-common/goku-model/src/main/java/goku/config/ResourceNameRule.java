package goku.config;

import java.util.regex.Pattern;

/// A rule for the name of a namespace, a Kafka topic or an S3 bucket, as these systems enforce it.
enum ResourceNameRule {
  /// The rule of namespaces. Their names are parts of directories, object keys and Kafka
  /// application ids.
  NAMESPACE(
      "1 to 63 lower case letters, digits and '-', beginning and ending with a letter or digit",
      Pattern.compile("[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?")),

  /// Kafka's own rule, `org.apache.kafka.common.internals.Topic`.
  TOPIC(
      "1 to 249 letters, digits, '.', '_' and '-', and neither '.' nor '..'",
      Pattern.compile("(?!\\.{1,2}$)[a-zA-Z0-9._-]{1,249}")),

  /// The rule of S3's general purpose buckets.
  S3_BUCKET(
      "3 to 63 lower case letters, digits, '.' and '-', beginning and ending with a letter or"
          + " digit, without '..', not an IP address, not beginning with xn--, sthree- or amzn-s3-"
          + " and not ending with -s3alias, --ol-s3, .mrap or --x-s3",
      Pattern.compile(
          "(?!\\d+\\.\\d+\\.\\d+\\.\\d+$)(?!xn--|sthree-|amzn-s3-)(?!.*\\.\\.)"
              + "(?!.*(-s3alias|--ol-s3|\\.mrap|--x-s3)$)[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]"));

  private final String rule;
  private final Pattern form;

  ResourceNameRule(String rule, Pattern form) {
    this.rule = rule;
    this.form = form;
  }

  boolean accepts(String name) {
    return form.matcher(name).matches();
  }

  /// Returns the rule, to follow "must be".
  String rule() {
    return rule;
  }
}
