package goku.standalone.agent.lag;

import java.io.IOException;
import java.util.Map;

/// A root that can be asked. Used by one thread.
public interface AskedRoot {
  /// The body of the answer to a GET of `/api/query`.
  ///
  /// @throws IOException when there is none, also when the root refuses the question
  byte[] query(Map<String, String> parameters) throws IOException, InterruptedException;
}
