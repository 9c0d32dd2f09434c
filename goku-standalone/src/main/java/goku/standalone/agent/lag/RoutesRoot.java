package goku.standalone.agent.lag;

import goku.http.HttpError;
import goku.http.HttpHandler;
import goku.http.HttpRequest;
import goku.http.HttpResponse;
import goku.http.Routes;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/// A root in this process, which needs neither certificate nor password.
public final class RoutesRoot implements AskedRoot {
  private static final String PATH = "/api/query";

  private final Routes routes;

  public RoutesRoot(Routes routes) {
    this.routes = routes;
  }

  @Override
  public byte[] query(Map<String, String> parameters) throws IOException, InterruptedException {
    var lists =
        parameters.entrySet().stream()
            .collect(Collectors.toMap(Map.Entry::getKey, one -> List.of(one.getValue())));
    var request = new HttpRequest("GET", PATH, lists, Map.of(), new byte[0], "agent");
    HttpHandler handler =
        routes.find(PATH).orElseThrow(() -> new IOException("nobody answers " + PATH));
    var body = new ByteArrayOutputStream();
    try {
      HttpResponse answer = handler.handle(request);
      answer.body().writeTo(body);
    } catch (HttpError refused) {
      throw new IOException(
          "the root answers %d: %s".formatted(refused.status(), refused.getMessage()), refused);
    } catch (IOException | InterruptedException | RuntimeException failed) {
      throw failed;
    } catch (Exception failed) {
      throw new IOException(failed);
    }
    return body.toByteArray();
  }
}
