/// An S3 server in the process of the test, with faults on demand.
package goku.testkit.s3;
