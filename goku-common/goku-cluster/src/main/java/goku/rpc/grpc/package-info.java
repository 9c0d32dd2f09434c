/// Storage nodes over the network: gRPC on Netty (section 4.7.1 of the Goku paper).
///
/// A node serves its `StorageNode` and its `NodeHealth` by a `NodeServer`; `NodeClients` gives the
/// same two interfaces for the address of a node. A call has one thread on the node, which is
/// interrupted when the client cancels, has gone, or its deadline has passed.
///
/// A query answers with the stream of groups in pieces. The client allows so many bytes on their
/// way, and more as it reads (`credit`). HTTP/2 has such windows too, but those of one connection
/// are shared: a query that nobody reads for a while would stop all others of its node, and a merge
/// of two streams could wait forever. So the client takes every message off the connection at once,
/// and the credit bounds what it holds.
@NullMarked
package goku.rpc.grpc;

import org.jspecify.annotations.NullMarked;
