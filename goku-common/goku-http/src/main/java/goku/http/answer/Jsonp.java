package goku.http.answer;

import static java.nio.charset.StandardCharsets.US_ASCII;

import goku.http.HttpError;
import goku.http.HttpResponse;
import goku.http.request.RequestHead;
import java.util.List;
import java.util.regex.Pattern;

/// The format of OpenTSDB's `jsonp=name`: the JSON of the answer as a call of that function. Pages
/// of all sites can load such a script and read the answer, so the format is off by default.
///
/// @param on whether the format is allowed
record Jsonp(boolean on) {
  /// The allowed names. The name becomes part of a script.
  private static final Pattern NAME = Pattern.compile("[A-Za-z_$][\\w$.]{0,99}");

  /// @throws HttpError if a request for the format is not allowed or invalid
  void check(RequestHead head) {
    String name = name(head);
    if (!on && !name.isEmpty()) {
      throw new HttpError(
          400, "cannot answer in the format jsonp: it is off; leave out jsonp, or set http.jsonp");
    }
    if (!name.isEmpty() && !NAME.matcher(name).matches()) {
      throw new HttpError(
          400, "jsonp must be the name of a function: up to 100 letters, digits, _, $ and dots");
    }
  }

  /// Returns the answer, as a call if the request asks for one and the answer is JSON.
  Answer called(RequestHead head, Answer answer) {
    HttpResponse plain = answer.response();
    String name = name(head);
    if (!on
        || !NAME.matcher(name).matches()
        || !plain.contentType().startsWith("application/json")) {
      return answer;
    }
    HttpResponse.Body body =
        out -> {
          out.write((name + '(').getBytes(US_ASCII));
          plain.body().writeTo(out);
          out.write(')');
        };
    return new Answer(
        new HttpResponse(plain.status(), plain.contentType(), plain.headers(), body),
        answer.status());
  }

  private static String name(RequestHead head) {
    return head.parameters().getOrDefault("jsonp", List.of("")).getFirst();
  }
}
