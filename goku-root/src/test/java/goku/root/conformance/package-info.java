/// Replays the recorded cases of queries against the real handlers, without a network.
package goku.root.conformance;
