package goku.integration.programs.recording;

import java.util.List;

/// The content of a recording.
///
/// @param datapoints in the order in which they were sent
/// @param refused lines and JSON objects whose time or value OpenTSDB refuses
/// @param other lines and requests that put no datapoints
public record Sent(List<SentDatapoint> datapoints, List<String> refused, List<String> other) {}
