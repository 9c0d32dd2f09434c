package goku.standalone.doctor.check;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.time.Instant;
import java.time.ZonedDateTime;
import java.time.format.DateTimeFormatter;

/// The time of an HTTP server, from the Date header that every answer has, even an error.
public record HttpDate(URI server) implements ClockExamination.Reading {
  private static final Duration TIMEOUT = Duration.ofSeconds(5);

  @Override
  public Instant now() throws IOException, InterruptedException {
    try (HttpClient client = HttpClient.newBuilder().connectTimeout(TIMEOUT).build()) {
      HttpResponse<Void> answer =
          client.send(
              HttpRequest.newBuilder(server).timeout(TIMEOUT).build(),
              HttpResponse.BodyHandlers.discarding());
      String date =
          answer
              .headers()
              .firstValue("Date")
              .orElseThrow(() -> new IOException(server + " does not say what time it is"));
      return ZonedDateTime.parse(date, DateTimeFormatter.RFC_1123_DATE_TIME).toInstant();
    }
  }
}
