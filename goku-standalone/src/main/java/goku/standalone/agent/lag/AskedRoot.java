package goku.standalone.agent.lag;

import java.io.IOException;
import java.util.Map;

/// A root that answers queries. Used by one thread.
public interface AskedRoot {
  /// Returns the body of the answer to a GET of `/api/query`.
  ///
  /// @throws IOException if there is no answer, or if the root rejects the query
  byte[] query(Map<String, String> parameters) throws IOException, InterruptedException;
}
