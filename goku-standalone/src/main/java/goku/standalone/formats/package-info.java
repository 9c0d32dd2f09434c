/// The format level of a data directory, and the command `goku cluster formats`.
///
/// The standalone process keeps the level in the file `formats.json` of its data directory and not
/// in its embedded ZooKeeper. An older build can then refuse before it starts Kafka, ZooKeeper and
/// S3 on newer files.
///
/// ```
/// {"version": 1, "level": 1, "since": 1700000000000, "raisedBy": "creation",
///  "build": {"newest": 2, "since": 1700000000000}, "checksum": "00c0ffee"}
/// ```
///
/// | field | value |
/// | --- | --- |
/// | `level`, `since`, `raisedBy` | the level in force, as in [goku.cluster.formats] |
/// | `build.newest` | the newest level of the build that ran last |
/// | `build.since` | the first start of a build with this newest level |
/// | `checksum` | CRC-32C of the object without this field, as compact JSON, 8 hexadecimal digits |
///
/// A reader rejects higher versions, and ignores unknown fields other than for the checksum.
@NullMarked
package goku.standalone.formats;

import org.jspecify.annotations.NullMarked;
