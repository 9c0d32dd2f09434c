package goku.integration.programs.recording;

import java.util.Map;

/// A datapoint as a program sent it.
///
/// @param timeMillis milliseconds since the epoch
public record SentDatapoint(
    String metric, Map<String, String> tags, long timeMillis, double value) {}
