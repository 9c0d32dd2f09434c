/// Storage nodes over the network: gRPC on Netty (section 4.7.1 of the Goku paper).
///
/// A `NodeServer` serves a node's `StorageNode` and `NodeHealth`. `NodeClients` gives the same two
/// interfaces for the address of a node. Each call has one thread on the node. The thread is
/// interrupted if the client cancels or disconnects, or if the deadline passes.
///
/// The answer to a query is the stream of groups in pieces. The client grants the node a number of
/// bytes to send, and more as it reads (`credit`). HTTP/2 has similar windows, but all streams of a
/// connection share one. A query that is not read for a while would then block all others of its
/// node, and a merge of two streams could deadlock. The client therefore takes every message off
/// the connection at once, and the credit limits how much it holds.
@NullMarked
package goku.rpc.grpc;

import org.jspecify.annotations.NullMarked;
