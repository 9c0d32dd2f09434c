/// Tests of the real handlers with recorded queries, without a network.
package goku.root.conformance;
