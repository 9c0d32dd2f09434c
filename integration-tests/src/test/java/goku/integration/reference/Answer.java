package goku.integration.reference;

import java.util.List;

/// The answer for a client.
///
/// @param status 200, or the status of an error, whose text does not matter
public record Answer(int status, List<AnsweredSeries> series) {
  static Answer error(int status) {
    return new Answer(status, List.of());
  }
}
