package goku.rpc.grpc;

import static java.nio.charset.StandardCharsets.UTF_8;

import goku.budget.Account;
import goku.query.control.QueryMemory;
import io.grpc.Metadata;
import org.jspecify.annotations.Nullable;

/// The header that names the owner of a call: the user or address whose request a root answers. A
/// node charges the call to this owner, so that the calls of one client do not end those of others.
final class CallOwner {
  private static final Metadata.Key<byte[]> OWNER =
      Metadata.Key.of("goku-owner-bin", Metadata.BINARY_BYTE_MARSHALLER);

  private CallOwner() {}

  /// Returns the headers of a call of this thread.
  static Metadata headers() {
    var headers = new Metadata();
    Account account = Account.current();
    if (account != null) {
      headers.put(OWNER, account.owner().getBytes(UTF_8));
    }
    return headers;
  }

  /// Returns the owner of a call. Calls that belong to no client, and those of older roots, have a
  /// common one.
  static String of(Metadata headers) {
    byte @Nullable [] owner = headers.get(OWNER);
    return owner == null ? QueryMemory.OWNER : new String(owner, UTF_8);
  }
}
