package goku.root.opentsdb.paging;

import static java.nio.charset.StandardCharsets.UTF_8;

import goku.http.HttpError;
import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.util.Base64;
import java.util.zip.CRC32;
import java.util.zip.DataFormatException;
import java.util.zip.Deflater;
import java.util.zip.Inflater;
import org.jspecify.annotations.Nullable;

/// The text form of cursors: the digit of the version, followed by base64url of a checksum of four
/// bytes and the deflated JSON. A preset dictionary makes the cursor of a short query about 150
/// characters long. A change of the dictionary or of the JSON's content needs a new version.
public final class CursorText {
  /// The limit that leaves room for the rest of a GET request's head.
  public static final int MAX_CHARS = 48 << 10;

  static final char VERSION = '3';
  private static final int MAX_JSON_BYTES = 4 << 20;

  /// The preset dictionary of deflate, with the likeliest words at the end.
  private static final byte[] WORDS =
      ("ROLLUP|null_or|not_iliteral_or|not_key|regexp|iwildcard|LEFT_OUT|NULL|OF_SERIES_AND_GLOBAL|"
              + "-nan-zero-null30m-15m-5m-1h-1d-avg-max-min-count-sum|p99|zimsum|mimmax|host|env|"
              + "{\"query\":{\"start\":\"17ms\",\"end\":\"18ms\",\"timezone\":null,"
              + "\"useCalendar\":false,\"form\":{\"milliseconds\":true,\"arrays\":true,"
              + "\"showTsuids\":false,\"showQuery\":false,\"showStats\":false,"
              + "\"showSummary\":false,\"annotations\":\"OF_SERIES\"},\"delete\":false,"
              + "\"queries\":[{\"aggregator\":\"sum\",\"series\":{\"metric\":\"\",\"filters\":"
              + "[{\"type\":\"wildcard\",\"tagk\":\"\",\"filter\":\"*\",\"groupBy\":true,"
              + "\"ignoreCase\":true},{\"type\":\"literal_or\",\"tagk\":\"\",\"filter\":\"\","
              + "\"groupBy\":true,\"ignoreCase\":false}],\"explicitTags\":false,\"tsuids\":[]},"
              + "\"downsample\":\"1m-avg\",\"rate\":true,\"rateOptions\":{\"counter\":true,"
              + "\"counterMax\":9.223372036854775807E18,\"resetValue\":0.0,\"dropResets\":true},"
              + "\"rollups\":\"RAW\"},{\"downsample\":null,\"rate\":false,\"rateOptions\":"
              + "{\"counter\":false,\"counterMax\":9.223372036854775807E18,\"resetValue\":0.0,"
              + "\"dropResets\":false},\"rollups\":\"CHOSEN\"}]},\"gaps\":\"AS_OPENTSDB\","
              + "\"takesPartial\":true,\"page\":{\"startMillis\":17,\"endMillis\":18},"
              + "\"size\":{\"spanMillis\":0,\"datapoints\":1000000}}")
          .getBytes(UTF_8);

  private CursorText() {}

  /// Returns the text of a cursor.
  ///
  /// @throws HttpError 400 if the query is too long for a cursor
  public static String of(byte[] json) {
    byte[] packed = deflated(json);
    byte[] bytes =
        ByteBuffer.allocate(Integer.BYTES + packed.length)
            .putInt(checksum(json))
            .put(packed)
            .array();
    String text = VERSION + Base64.getUrlEncoder().withoutPadding().encodeToString(bytes);
    if (text.length() > MAX_CHARS) {
      throw new HttpError(
          400,
          "cannot answer the query in pages: its cursor would have %d characters, the limit is %d; shorten the filters"
              .formatted(text.length(), MAX_CHARS));
    }
    return text;
  }

  /// Returns the JSON of a cursor; an error 400 if the text is none, or of another version.
  public static byte[] json(String text) {
    if (text.length() < 2 || text.length() > MAX_CHARS) {
      throw invalid("%d characters are too few or too many".formatted(text.length()), null);
    }
    if (text.charAt(0) != VERSION) {
      throw invalid(
          "written in version %s, this root reads version %s; begin with the first page"
              .formatted(text.charAt(0), VERSION),
          null);
    }
    try {
      ByteBuffer bytes = ByteBuffer.wrap(Base64.getUrlDecoder().decode(text.substring(1)));
      if (bytes.remaining() <= Integer.BYTES) {
        throw invalid("cut off", null);
      }
      int checksum = bytes.getInt();
      byte[] json = inflated(bytes);
      if (checksum(json) != checksum) {
        throw invalid("damaged", null);
      }
      return json;
    } catch (IllegalArgumentException | DataFormatException e) {
      throw invalid("damaged", e);
    }
  }

  /// Returns the error 400 for a text that no root returned as a cursor.
  public static HttpError invalid(String why, @Nullable Exception cause) {
    var error =
        new HttpError(
            400,
            "Invalid cursor: " + why,
            "Send the cursor exactly as the page before returned it");
    if (cause != null) {
      error.initCause(cause);
    }
    return error;
  }

  private static int checksum(byte[] json) {
    var crc = new CRC32();
    crc.update(VERSION);
    crc.update(json);
    return (int) crc.getValue();
  }

  private static byte[] deflated(byte[] json) {
    var deflater = new Deflater(Deflater.BEST_COMPRESSION, true);
    try {
      deflater.setDictionary(WORDS);
      deflater.setInput(json);
      deflater.finish();
      var out = new ByteArrayOutputStream();
      byte[] part = new byte[1024];
      while (!deflater.finished()) {
        out.write(part, 0, deflater.deflate(part));
      }
      return out.toByteArray();
    } finally {
      deflater.end();
    }
  }

  private static byte[] inflated(ByteBuffer packed) throws DataFormatException {
    var inflater = new Inflater(true);
    try {
      inflater.setDictionary(WORDS);
      inflater.setInput(packed);
      var out = new ByteArrayOutputStream();
      byte[] part = new byte[4096];
      while (!inflater.finished()) {
        int count = inflater.inflate(part);
        if ((count == 0 && !inflater.finished()) || out.size() + count > MAX_JSON_BYTES) {
          throw new DataFormatException("cut off or too large");
        }
        out.write(part, 0, count);
      }
      return out.toByteArray();
    } finally {
      inflater.end();
    }
  }
}
